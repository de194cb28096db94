// A small workflow of our own with two protocols, as a person would bring it: one text and two files.

export const WORKFLOW = `# Soil drying

\`\`\`workflow
id: soil_drying
title: Soil drying
protocols:
  - protocol_index: 0
    protocol_id: coring
    protocol_name: Core sampling
  - protocol_index: 1
    protocol_id: oven
    protocol_name: Oven drying
  - protocol_index: 2
    protocol_id: strength
    protocol_name: Aggregate strength
edges:
  - 0 -> 1
  - 1 -> 1
  - 1 -> 2
logic: |
  Core first, dry in steps, test the strength last.
default_research_purpose: How dry may the plots become?
\`\`\`
`;

export const CORING = `# Core sampling

Plot: {{var|plot: str, title = "Plot"}}

Cores taken: {{var|cores: int = 6, title = "Cores", ge = 1, le = 40}}
`;

export const OVEN = `# Oven drying

Temperature (°C): {{var|heat: float = 105.0, title = "Temperature", ge = 20, le = 130}}

Mass after drying (g): {{var|mass: float, title = "Dry mass", gt = 0}}

{{check|tray_labelled}} Every tray carries a label.
`;

export const STRENGTH = `# Aggregate strength

Force (N): {{var|force: float, title = "Force", gt = 0}}
`;

/** The files as a file chooser takes them. */
export const FILES = [
	{ name: 'workflow.aimd', text: WORKFLOW },
	{ name: 'coring.aimd', text: CORING },
	{ name: 'oven.aimd', text: OVEN },
	{ name: 'strength.aimd', text: STRENGTH },
].map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
