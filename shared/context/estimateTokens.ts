import { estimateTokenCount } from 'tokenx'

/** The most characters of a text that are looked at: some milliseconds of work. */
const MOST = 24_000
const PLACES = 3

/**
 * Pure: estimates about how many tokens a text has, without any model's tokenizer: within a tenth for English, code and JSON, up to half too
 * many for others. Of a long text, three places are looked at.
 */
export function estimateTokens(text: string): number {
  if (text.length <= MOST) return estimateTokenCount(text)
  const piece = MOST / PLACES
  const step = (text.length - piece) / (PLACES - 1)
  const starts = Array.from({ length: PLACES }, (_, place) => Math.floor(place * step))
  const counted = starts.reduce((sum, start) => sum + estimateTokenCount(text.slice(start, start + piece)), 0)
  return Math.round((counted / MOST) * text.length)
}
