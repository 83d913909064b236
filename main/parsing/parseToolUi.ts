import type { Tool } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'

/** A longer address is no interface's. */
const ADDRESS_CHARACTERS = 2_000

/**
 * Pure: reads what a server says of the interface of a tool (MCP Apps: `_meta.ui`), in the spellings that servers use. Some Python servers
 * write `meta`. Whoever the tool is not visible to does not get it; a server that says nothing means everybody.
 */
export function parseToolUi(raw: Readonly<Record<string, unknown>>): Pick<Tool, 'ui' | 'appOnly' | 'modelOnly'> {
  const meta = raw['_meta'] ?? raw['meta']
  if (!isRecord(meta)) return {}
  const ui = isRecord(meta['ui']) ? meta['ui'] : {}
  const resourceUri = [ui['resourceUri'], meta['ui/resourceUri'], meta['openai/outputTemplate']].find(isAddress)
  const { visibility } = ui
  const isSaid = Array.isArray(visibility)
  return {
    ...(resourceUri !== undefined && { ui: { resourceUri } }),
    ...(isSaid && visibility.includes('app') && !visibility.includes('model') && { appOnly: true }),
    ...(isSaid && !visibility.includes('app') && { modelOnly: true }),
  }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('ui://') && value.length <= ADDRESS_CHARACTERS
}
