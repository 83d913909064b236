import type { TokenUsage } from '../../../shared/domain/chat'
import { isRecord } from '../../../shared/lib/json'

/** Pure: reads what a request used, as the library tells it. Undefined where nothing was counted: an endpoint may send anything as a count. */
export function tokensOf(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage)) return undefined
  const { inputTokens, inputTokenDetails, outputTokens, outputTokenDetails, raw } = usage
  const tokens = {
    ...counted('input', inputTokens),
    ...counted('cached', memberOf(inputTokenDetails, 'cacheReadTokens')),
    ...counted('written', memberOf(inputTokenDetails, 'cacheWriteTokens')),
    ...counted('output', writtenBesideReasoning(raw) ?? outputTokens),
    ...counted('reasoning', memberOf(outputTokenDetails, 'reasoningTokens')),
  }
  return Object.keys(tokens).length === 0 ? undefined : tokens
}

/**
 * Returns all that a model wrote, where reasoning was counted beside the rest. xAI does so, and its total is the sum of three
 * (docs.x.ai/docs/key-information/consumption-and-rate-limits); elsewhere it is a part of `completion_tokens`. Undefined where it was not counted so.
 */
function writtenBesideReasoning(raw: unknown): number | undefined {
  if (!isRecord(raw)) return undefined
  const { prompt_tokens: read, completion_tokens: written, total_tokens: total, completion_tokens_details: details } = raw
  const thought = memberOf(details, 'reasoning_tokens')
  if (typeof read !== 'number' || typeof written !== 'number' || typeof thought !== 'number' || thought <= 0) return undefined
  return total === read + written + thought ? written + thought : undefined
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function counted<K extends string>(name: K, count: unknown): Partial<Record<K, number>> {
  const entry: Partial<Record<K, number>> = {}
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) entry[name] = count
  return entry
}
