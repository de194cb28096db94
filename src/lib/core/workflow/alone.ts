// A protocol that came without a workflow, as something a path can be started under: one node, no graph. It has no source of its own, so an
// export writes the protocol and no workflow that nobody made.

import type { Definition } from '#lib/core/path/entries.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';

/** The definition of a protocol alone; the same protocol gives the same one. */
export function aloneDefinition(protocol: Protocol): Definition {
	const { protocolId, protocolVersion, airalogyProtocolId, title } = protocol;
	const node = { index: 0, protocolId, protocolVersion, airalogyProtocolId, title, nodeId: null };
	const defaults = { logic: '', initial: null, defaultGoal: '', defaultStrategy: '' };
	return {
		workflow: {
			id: protocolId,
			title: title || protocolId,
			nodes: [node],
			edges: null,
			...defaults,
			form: 'info',
			source: null,
		},
		protocols: [{ ...protocol, index: 0 }],
	};
}

/** Whether a definition is a protocol alone. */
export function isAlone({ workflow: { nodes, edges, source } }: Definition): boolean {
	return nodes.length === 1 && edges === null && source === null;
}
