/** What a rule answers. */
export const ruleVerdicts = ['allow', 'ask', 'deny'] as const

/** How long a rule counts. */
export const ruleLasts = ['conversation', 'until', 'always'] as const

/** What "Always allow…" allows: every call of the tool, calls with certain arguments, or all tools of the server that only read. */
export const rulesFromCall = ['tool', 'arguments', 'readOnly'] as const
