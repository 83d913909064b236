/** The media type of the interface of an app (MCP Apps 2026-01-26). */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'

/** The largest interface, the largest result that an app gets, and the largest request that it makes, in bytes. */
export const APP_HTML_BYTES = 5 * 1024 * 1024
export const APP_RESULT_BYTES = 10 * 1024 * 1024

/** The requests of an app that the host serves. All of them go to its own server, but sampling. */
export const appMethods = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'sampling/createMessage',
] as const
export type AppMethod = (typeof appMethods)[number]
