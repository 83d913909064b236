/** The type of an app's page. */
export const PAGE = 'text/html;profile=mcp-app'

/** One interface: what `resources/read` gives for it. */
export interface AppPage {
  readonly uri: string
  readonly mimeType: string
  readonly text?: string
  readonly blob?: string
  readonly _meta?: Record<string, unknown>
}
