import type { TokenUsage } from '../../shared/domain/chat'
import type { ModelPrice } from '../../shared/domain/models/modelProvider'

/** Prices are for so many tokens. */
const PER = 1_000_000

/**
 * Pure: returns what one request cost, in US dollars. Reasoning is part of the output, and costs the same. A request whose input is over a
 * tier's number costs what the tier says, all of it. Undefined where the provider did not count what would have to be paid: no request is without
 * input, and a count of none is one that was not sent.
 */
export function costOf({ input, cached = 0, written = 0, output }: TokenUsage, price: ModelPrice): number | undefined {
  if (input === undefined || input === 0 || output === undefined) return undefined
  const prices = price.tiers?.findLast(({ over }) => input > over) ?? price
  // An endpoint may send anything as a count: a part is never more than the whole.
  const read = Math.min(cached, input)
  const kept = Math.min(written, input - read)
  const parts = [
    (input - read - kept) * prices.input,
    read * (prices.cacheRead ?? prices.input),
    kept * (prices.cacheWrite ?? prices.input),
    output * prices.output,
  ]
  return parts.reduce((sum, part) => sum + part, 0) / PER
}
