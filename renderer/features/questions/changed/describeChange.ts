import type { DefinitionChange } from '../../../../shared/domain/definitionChange'
import { plainName } from '../../../../shared/lib/confusableNames'
import type { RequestText } from '../requestText'

/** Pure: says what a server has changed: "Files has changed update_issue", "… 3 tools", "… 2 tools and its instructions". */
export function describeChange(changes: readonly DefinitionChange[]): RequestText {
  const tools = changes.filter(({ after }) => after.what === 'tool')
  const [only] = tools
  const withInstructions = tools.length < changes.length
  if (only && tools.length === 1) {
    const tool = plainName(only.after.name)
    return { id: withInstructions ? 'questions.asks.changedToolAndInstructions' : 'questions.asks.changedTool', values: { tool } }
  }
  if (tools.length === 0) return { id: 'questions.asks.changedInstructions', values: {} }
  const id = withInstructions ? 'questions.asks.changedToolsAndInstructions' : 'questions.asks.changedTools'
  return { id, values: { count: tools.length } }
}
