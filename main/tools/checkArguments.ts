import { isDeepStrictEqual } from 'node:util'
import type { ServerId } from '../../shared/domain/ids'
import type { SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { Message } from '../../shared/i18n/message'
import type { JsonObject } from '../../shared/lib/json'
import { untilAborted } from '../lib/untilAborted'
import { dropNullArguments } from './dropNullArguments'
import { presentDraft } from './schema/repairSchema'

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

/**
 * Checks arguments against the input schema of a tool. Null for an optional argument counts as left out. A schema of a draft that cannot be checked
 * is checked as the present draft says the same. Ends at once when the signal aborts.
 */
export async function checkArguments(
  checker: ArgumentChecker,
  { serverId, inputSchema }: CheckedTool,
  args: JsonObject,
  signal: AbortSignal,
): Promise<ArgumentVerdict> {
  const check = (schema: JsonObject, value: JsonObject): Promise<ArgumentVerdict> =>
    untilAborted(checker.check(serverId, schema, value, signal), signal)
  const checkBoth = async (schema: JsonObject): Promise<ArgumentVerdict> => {
    const asWritten = await check(schema, args)
    return asWritten.verdict === 'invalid' ? check(schema, dropNullArguments(schema, args)) : asWritten
  }
  const verdict = await checkBoth(inputSchema)
  if (verdict.verdict !== 'unverifiable') return verdict
  const turned = presentDraft(inputSchema)
  return isDeepStrictEqual(turned, inputSchema) ? verdict : checkBoth(turned)
}
