import type { DefinitionChange } from '../../../../shared/domain/definition'
import { plainName } from '../../../../shared/lib/unicodeScripts'
import { t } from '../../../messages/t'

/** What a server has changed: "update_issue", "3 tools", "2 tools and its instructions". */
export function describeChange(changes: readonly DefinitionChange[]): string {
  const tools = changes.filter(({ after }) => after.what === 'tool')
  const [only] = tools
  const withInstructions = tools.length < changes.length
  if (only && tools.length === 1) {
    const tool = plainName(only.after.name)
    return withInstructions ? t('definitions.change.toolAndInstructions', { tool }) : tool
  }
  if (tools.length === 0) return t('definitions.change.instructions')
  return t(withInstructions ? 'definitions.change.toolsAndInstructions' : 'definitions.change.tools', { count: tools.length })
}
