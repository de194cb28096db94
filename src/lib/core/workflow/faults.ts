// What can be wrong with a workflow definition. A fault refuses it, a warning only says what was read otherwise than written.

import type { Fault } from '#lib/core/json/fault.ts';

export type WorkflowFaultCode =
	| 'not_a_workflow' // no definition in this text
	| 'json' // data: {code, found}
	| 'yaml' // detail: the parser's words
	| 'too_large' // data: {limit}
	| 'too_deep'
	| 'too_many_aliases' // data: {limit, found}
	| 'circular_alias'
	| 'double_key' // in YAML; data: {key}
	| 'unknown_version' // data: {found}
	| 'missing' // data: {key}
	| 'not_text' // data: {key}
	| 'not_an_index' // data: {key}
	| 'not_a_list' // data: {key}
	| 'not_an_object'
	| 'no_protocols'
	| 'double_id' // data: {id, first: pointer}
	| 'double_index' // data: {index, first: pointer}
	| 'index_order' // data: {expected, found}
	| 'bad_node_id' // data: {id}
	| 'malformed_edge' // data: {found}
	| 'absent_protocol' // an edge's end that is not there; data: {edge, index}
	| 'absent_node' // data: {node}
	| 'absent_default' // data: {found}
	| 'bad_condition'; // data: {found}

export type WorkflowWarningCode =
	| 'several_blocks' // only the first was read; data: {count}
	| 'unclosed_block'
	| 'self_loop' // data: {edge}
	| 'double_edge' // data: {edge}
	| 'no_edges' // every protocol counts as reachable
	| 'no_title'
	| 'index_gap' // data: {expected, found}
	| 'zero_based' // an info form that counts from 0
	| 'double_key' // data: {key, earlier}
	| 'tolerated' // data: {code}
	| 'yaml' // detail: the parser's words
	| 'surroundings'; // only the workflow was read of a larger file; data: {keys}

export type WorkflowFault = Fault<WorkflowFaultCode>;
export type WorkflowWarning = Fault<WorkflowWarningCode>;
