import type { CallName } from '../../shared/rpc/contract'

/** The calls that a host answers that may only read its data folder. All others, and any new one, are refused there. */
const readOnlyCalls: ReadonlySet<string> = new Set<CallName>([
  'chat.open',
  'chat.wholeResult',
  'chat.toolsForModel',
  'search.find',
  'search.filterOptions',
  'search.inConversation',
  'questions.ofCall',
  'definitions.review',
  'rules.tryCall',
  'rules.tryLast',
  'logs.read',
  'logs.export',
  'traffic.ofCall',
  'traffic.ofServer',
  'servers.catalog',
  'servers.output',
  'secrets.names',
  'links.open',
])

/** Pure: whether a call leaves the data folder as it is, and starts nothing. */
export function isReadOnlyCall(name: string): boolean {
  return readOnlyCalls.has(name)
}
