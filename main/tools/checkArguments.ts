import type { ServerId } from '../../shared/domain/ids'
import type { SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { Message } from '../../shared/i18n/message'
import type { JsonObject } from '../../shared/lib/json'
import { untilAborted } from '../lib/untilAborted'
import { dropNullArguments } from './dropNullArguments'

export type ArgumentVerdict =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'invalid'; readonly misfits: readonly SchemaMisfit[] }
  | { readonly verdict: 'unverifiable'; readonly reason: Message }

export interface ArgumentChecker {
  check(serverId: ServerId, schema: JsonObject, value: unknown, signal: AbortSignal): Promise<ArgumentVerdict>
}

/** The tool that the arguments are for. */
export interface CheckedTool {
  readonly serverId: ServerId
  readonly inputSchema: JsonObject
}

/** Checks arguments against the input schema of a tool. Null for an optional argument counts as left out. Ends at once when the signal aborts. */
export async function checkArguments(
  checker: ArgumentChecker,
  { serverId, inputSchema }: CheckedTool,
  args: JsonObject,
  signal: AbortSignal,
): Promise<ArgumentVerdict> {
  const check = (value: JsonObject): Promise<ArgumentVerdict> => untilAborted(checker.check(serverId, inputSchema, value, signal), signal)
  const asWritten = await check(args)
  return asWritten.verdict === 'invalid' ? check(dropNullArguments(inputSchema, args)) : asWritten
}
