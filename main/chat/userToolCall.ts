import type { Tool } from '../../shared/domain/catalog'
import { CallId, PartId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'
import { startedByPerson } from '../approvals/approvalBroker'
import type { Clock } from '../lib/clock'
import { toolNameForModel } from '../tools/toolNameForModel'
import type { CallPart } from './turnLoop'
import { interfaceOf, titleOf } from './turnTools'

/** Creates the part of a conversation for a call that a person makes. */
export function userToolCall(server: ServerConfig, tool: Tool, asked: JsonObject, clock: Clock): CallPart {
  return {
    id: PartId.parse(clock.newId()),
    kind: 'call',
    modelCallId: '',
    modelToolName: toolNameForModel(server.id, tool.name),
    step: 1,
    call: {
      id: CallId.parse(clock.newId()),
      serverId: server.id,
      tool: tool.name,
      ...titleOf(tool),
      ...interfaceOf(server, tool),
      definitionHash: tool.hash,
      startedBy: 'person',
      asked,
      why: startedByPerson,
      state: 'queued',
      startedAt: clock.now(),
    },
  }
}
