/**
 * The names of tools that apps provide (MCP Apps, draft: app-provided tools), as Parley has them in calls, rules and questions. No tool of a
 * server has such a name: `parseTool` refuses it. So nothing that is said of one is said of the other.
 */
const PREFIX = 'in-app:'

/** The most tools of one app. */
export const APP_TOOLS_MOST = 50
/** How long an app has for one call of its tool. */
export const APP_TOOL_CALL_MS = 30_000

/** Pure: whether a name is that of a tool that an app provides. */
export function isAppTool(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Pure: Parley's name for a tool that its app calls `name`. */
export function nameOfAppTool(name: string): string {
  return `${PREFIX}${name}`
}

/** Pure: what the app itself calls its tool. Any other name stays as it is. */
export function nameInApp(name: string): string {
  return isAppTool(name) ? name.slice(PREFIX.length) : name
}
