import type { CallName } from '../../shared/rpc/contract'

/** The calls that a host answers that may only read its data folder. All others, and any new one, are refused there. */
const readOnlyCalls: ReadonlySet<string> = new Set<CallName>([
  'chat.earlier',
  'chat.open',
  'chat.wholeResult',
  'chat.toolsForModel',
  'results.open',
  'results.text',
  'results.findText',
  'results.table',
  'results.tree',
  'results.findInTree',
  'results.path',
  'results.part',
  'exports.begin',
  'exports.next',
  'exports.cancel',
  'exports.showInFolder',
  'imports.list',
  'files.read',
  'files.text',
  'files.ofDraft',
  'files.inMessages',
  'files.exists',
  'files.totalBefore',
  'files.dataSizes',
  'search.find',
  'search.filterOptions',
  'search.inConversation',
  'questions.ofCall',
  'definitions.review',
  'definitions.accepted',
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
  'confinedFrames.open',
  'desktop.open',
  'desktop.taken',
  'desktop.hideQuickWindow',
])

/** Pure: whether a call leaves the data folder as it is, and starts nothing. */
export function isReadOnlyCall(name: string): boolean {
  return readOnlyCalls.has(name)
}
