import { describeRule } from '../shared/rules/describeRule'
import type { ApprovalBroker } from './approvals/approvalBroker'
import type { RuleStore } from './approvals/ruleStore'
import { AppToolPins } from './appTools/appToolPins'
import { AppTools } from './appTools/appTools'
import { CallInputs } from './appTools/callInputs'
import type { Storage } from './createStorage'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import type { TopicHub } from './rpc/topicHub'
import type { SchemaChecker } from './schemas/schemaChecker'
import type { ServerRegistry } from './servers/serverRegistry'

export interface AppToolParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly questions: QuestionStore
  readonly rules: RuleStore
  readonly checker: SchemaChecker
  readonly hub: TopicHub
  readonly allowsAnyArguments: ApprovalBroker['allowsAnyArguments']
}

/** Creates the owners of the tools that open apps provide, and of what a person allowed of them. */
export function createAppTools(parts: AppToolParts, opened: AsyncDisposableStack) {
  const { ports, storage, registry, questions, rules, checker, hub, allowsAnyArguments } = parts
  const { clock } = ports
  const appToolPins = opened.use(
    new AppToolPins({
      clock,
      // Only the window asks about changed tools.
      questions: ports.beside ? undefined : questions,
      rulesOf: (serverId, tool, hash) => rules.ofDefinition(serverId, tool, hash).map(describeRule),
    }),
  )
  const appTools = new AppTools({
    clock,
    checker,
    limits: () => storage.settings.limits(),
    pins: appToolPins,
    serverOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId),
    publish: (appId, event) => hub.append('apps.events', appId, event),
    hasPage: (appId) => hub.isFollowed('apps.events', appId),
  })
  const callInputs = new CallInputs({ clock, allows: (call) => allowsAnyArguments({ ...call, callId: call.call.id }) })
  return { appTools, appToolPins, callInputs }
}
