import type { DefinitionChange } from '../../../../shared/domain/definition'
import { plainName } from '../../../../shared/lib/unicodeScripts'
import { formatCount } from '../../../ui/format/relativeTime'

/** Pure: what a server has changed: "update_issue", "3 tools", "2 tools and its instructions". */
export function describeChange(changes: readonly DefinitionChange[]): string {
  const tools = changes.filter(({ after }) => after.what === 'tool')
  const [only] = tools
  const named = only && tools.length === 1 ? plainName(only.after.name) : tools.length > 0 ? formatCount(tools.length, 'tool') : undefined
  const instructions = tools.length < changes.length ? 'its instructions' : undefined
  return [named, instructions].filter((part) => part !== undefined).join(' and ')
}
