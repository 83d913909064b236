import type { ProviderKind } from './modelProvider'

/** Billions of parameters from which on models search well among tools, as people report it. */
const SEARCHES_FROM = 15
/** "4b" in `qwen3:4b`, "8x7b" in `mixtral:8x7b`, "1t" in `kimi-k2:1t-cloud`. */
const PARAMETERS = /(?:^|[^a-z0-9.])(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([bt])(?![a-z0-9])/i

/** Pure: whether a model is so small that a short list of tools serves it better than a search. Most models of Ollama whose name says no size are. */
export function isSmallModel(kind: ProviderKind, name: string): boolean {
  const [, times = 1, size, unit] = PARAMETERS.exec(name) ?? []
  if (size === undefined) return kind === 'ollama'
  return unit?.toLowerCase() === 'b' && Number(times) * Number(size) < SEARCHES_FROM
}
