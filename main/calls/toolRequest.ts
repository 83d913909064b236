import { ProtocolError } from '@modelcontextprotocol/client'
import type { Tool } from '../../shared/domain/catalog'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { CallRequest } from './activeCall'
import type { WireRequest } from './callExecution'
import type { ProtocolSession } from '../session/protocolSession'
import { parameterHeaders } from '../parsing/parameterHeaders'
import { needsTask } from '../session/taskSupport'

/** Builds the request of one tool call, without its headers. The server's hints about its tools count only if a person trusts the server. */
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
    isRepeatable: isTrusted && (idempotentHint === true || readOnlyHint === true),
  }
}

/** Returns the headers for a tool call over this session. */
export function toolHeaders(session: ProtocolSession, tool: Tool, args: JsonObject): Readonly<Record<string, string>> {
  return session.era === '2026' && session.transport.kind === 'http' ? parameterHeaders(tool.inputSchema, args) : {}
}

/** Whether headers that repeat arguments were missing or had other values (2026-07-28, Streamable HTTP). */
export function isHeaderMismatch(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.cause instanceof ProtocolError && thrown.cause.code === -32_020
}
