import { nameInApp } from '../shared/domain/apps/appTool'
import type { Tool } from '../shared/domain/catalog'
import type { ServerId } from '../shared/domain/ids'
import type { AppToolPins } from './appTools/appToolPins'
import { ApprovalBroker } from './approvals/approvalBroker'
import type { RuleStore } from './approvals/ruleStore'
import { CallsSettings } from './approvals/callsSettings'
import { RuleEditor } from './approvals/ruleEditor'
import { RuleList } from './approvals/ruleList'
import { RuleSimulator } from './approvals/ruleSimulator'
import type { ConnectionPool } from './connections/connectionPool'
import type { Storage } from './createStorage'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { DataFlowGuard } from './dataFlow/dataFlowGuard'
import type { AccountStore } from './oauth/accountStore'
import { accountLabel } from './oauth/accountLabel'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import type { ServerRegistry } from './servers/serverRegistry'
import { DirectCalls } from './tools/directCalls'

export interface ApprovalParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly questions: QuestionStore
  readonly rules: RuleStore
  readonly registry: ServerRegistry
  readonly definitions: PinnedDefinitionStore
  readonly appToolPins: AppToolPins
  readonly pool: ConnectionPool
  readonly accounts: AccountStore
  readonly flowGuard: DataFlowGuard
}

/** Creates the owners that decide whether a call runs, and that show and change the rules for it. */
export function createApprovals(parts: ApprovalParts, opened: AsyncDisposableStack) {
  const { questions, rules, registry, definitions, appToolPins, pool, accounts, flowGuard } = parts
  const { clock } = parts.ports
  const { database, policy } = parts.storage
  const locked = () => policy.rules()
  const toolOf = (serverId: ServerId, name: string) =>
    pool.catalog(serverId).tools.find((tool) => tool.name === name) ?? definitions.acceptedTool(serverId, name)
  const standing = (serverId: ServerId, tool: Tool) => (tool.ofApp ? appToolPins : definitions).standing(serverId, tool)
  const acceptedAt = (serverId: ServerId, tool: Tool) => (tool.ofApp ? appToolPins : definitions).acceptedAt(serverId, tool)
  const serverOf = (serverId: ServerId) => registry.list().servers.find(({ id }) => id === serverId)
  const ruleEditor = new RuleEditor({ rules, clock, toolOf })
  const ruleSimulator = new RuleSimulator({ database, clock, rules, editor: ruleEditor, locked, serverOf, toolOf, standing, acceptedAt })
  const acceptedAfter = (at: number) => registry.list().servers.flatMap(({ id }) => (definitions.acceptedAfter(id, at) ? [id] : []))
  const ruleList = opened.use(new RuleList({ database, clock, rules, locked, acceptedAfter }))
  const approvals = new ApprovalBroker({
    rules,
    questions,
    accountOf: (serverId, accountId) => accountLabel(accounts.accounts(), serverId, accountId),
    clock,
    locked,
    standing,
    acceptedAt,
    onAllowed: (serverId, tool) => (tool.ofApp ? appToolPins : definitions).allowed(serverId, tool),
    // What a tool of an app could be mistaken for is told by the name that its app gave it.
    noticedOf: (serverId, tool) => definitions.noticedOf(serverId, { ...tool, name: nameInApp(tool.name) }),
    flowOf: (request) => flowGuard.findingFor(request),
    tracesOf: (request) => flowGuard.tracesFor(request),
  })
  const directCalls = new DirectCalls({ pool, approvals, servers: registry, toolOf, hasLockedRules: () => locked().length > 0 })
  const shownTool = (serverId: ServerId, name: string, hash: string) => definitions.offered(serverId, name, hash) ?? toolOf(serverId, name)
  const callsSettings = new CallsSettings({ rules, clock, locked, serverOf, toolOf: shownTool, standing })
  return { callsSettings, ruleEditor, ruleSimulator, ruleList, approvals, directCalls }
}
