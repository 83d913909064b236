import { ProtocolError } from '@modelcontextprotocol/client'
import type { Tool } from '../../shared/domain/catalog'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { CallRequest } from './activeCall'
import type { WireRequest } from './callExecution'
import type { ProtocolSession } from '../session/protocolSession'
import { parameterHeaders } from '../parsing/parameterHeaders'
import { needsTask } from '../session/taskSupport'

/** The wire's form of one tool call. What a server says of its tools counts only where a person believes it. */
export function toolRequest(
  session: ProtocolSession,
  tool: Tool,
  { arguments: args }: CallRequest,
  { isTrusted, taskTtlMs }: { readonly isTrusted: boolean; readonly taskTtlMs: number },
): WireRequest {
  const createsTask = session.era === '2025' && needsTask(session.capabilities, tool)
  const { idempotentHint, readOnlyHint } = tool.annotations ?? {}
  return {
    method: 'tools/call',
    params: { name: tool.name, arguments: args, ...(createsTask && { task: { ttl: taskTtlMs } }) },
    createsTask,
    headers: (over) => toolHeaders(over, tool, args),
    isRepeatable: isTrusted && (idempotentHint === true || readOnlyHint === true),
  }
}

/** The headers that go with a call of a tool over this link. */
export function toolHeaders(session: ProtocolSession, tool: Tool, args: JsonObject): Readonly<Record<string, string>> {
  return session.era === '2026' && session.transport.kind === 'http' ? parameterHeaders(tool.inputSchema, args) : {}
}

/** The server misses headers that repeat arguments, or found other values in them (2026-07-28, Streamable HTTP). */
export function isHeaderMismatch(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.cause instanceof ProtocolError && thrown.cause.code === -32_020
}
