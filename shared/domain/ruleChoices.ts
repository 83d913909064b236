/** What a rule answers. */
export const ruleVerdicts = ['allow', 'ask', 'deny'] as const

/** What a person can choose for the calls of a server or a tool: each asks, those that only read run, all run. */
export const callsChoices = ['ask', 'reading', 'all'] as const
export type CallsChoice = (typeof callsChoices)[number]

/** How long a rule counts. */
export const ruleLasts = ['conversation', 'until', 'always'] as const

/** What "Always allow…" allows: every call of the tool, calls with certain arguments, or all tools of the server that only read. */
export const rulesFromCall = ['tool', 'arguments', 'readOnly'] as const
