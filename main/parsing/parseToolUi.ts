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
  return {
    ...(resourceUri !== undefined && { ui: { resourceUri } }),
    ...(visibility === undefined ? asOpenAiWrites(meta) : asTheStandardWrites(visibility)),
  }
}

type Visibility = Pick<Tool, 'appOnly' | 'modelOnly'>

function asTheStandardWrites(visibility: unknown): Visibility {
  if (!Array.isArray(visibility)) return {}
  const isForApp = visibility.includes('app')
  return {
    ...(isForApp && !visibility.includes('model') && { appOnly: true }),
    ...(!isForApp && { modelOnly: true }),
  }
}

/**
 * The two words of OpenAI's apps, read where the standard's is absent. `private` also asks less of a person when the app calls the tool, so where
 * one of the two is not understood, neither counts.
 */
function asOpenAiWrites(meta: Readonly<Record<string, unknown>>): Visibility {
  const { 'openai/visibility': visibility = 'public', 'openai/widgetAccessible': isForApp = true } = meta
  if ((visibility !== 'public' && visibility !== 'private') || typeof isForApp !== 'boolean') return {}
  return { ...(visibility === 'private' && { appOnly: true }), ...(!isForApp && { modelOnly: true }) }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('ui://') && value.length <= ADDRESS_CHARACTERS
}
