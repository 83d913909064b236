import type { Tool } from '../../shared/domain/catalog'
import { CallId, PartId, type ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import { startedByPerson } from '../approvals/approvalBroker'
import type { Clock } from '../lib/clock'
import { toolNameForModel } from '../tools/toolNameForModel'
import type { CallPart } from './turnLoop'
import { titleOf } from './turnTools'

/** Creates the part of a conversation for a call that a person makes. */
export function userCall(serverId: ServerId, tool: Tool, asked: JsonObject, clock: Clock): CallPart {
  return {
    id: PartId.parse(clock.newId()),
    kind: 'call',
    modelCallId: '',
    modelToolName: toolNameForModel(serverId, tool.name),
    step: 1,
    call: {
      id: CallId.parse(clock.newId()),
      serverId,
      tool: tool.name,
      ...titleOf(tool),
      definitionHash: tool.hash,
      startedBy: 'person',
      asked,
      why: startedByPerson,
      state: 'queued',
      startedAt: clock.now(),
    },
  }
}
