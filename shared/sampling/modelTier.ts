/** The tier that a model's name suggests: fast and cheap, in between, or clever and expensive. */
export type ModelTier = 'quick' | 'usual' | 'clever'

const QUICK = new Set(['haiku', 'mini', 'flash', 'nano', 'lite', 'small', 'tiny', 'micro', 'fast', 'instant'])
const CLEVER = new Set(['opus', 'pro', 'large', 'ultra', 'max', 'heavy', 'reasoner', 'thinking', 'deep'])
/** Bounds for a model that states its size, in billions of parameters. */
const FEW = 9
const MANY = 60

/**
 * Pure: guesses a tier only from the words in a model's name, because no provider says what a model costs or can do. `gpt-5-mini` and
 * `qwen3:4b` are quick, `claude-opus-4-5` and `llama3:70b` clever. Any other name is in between.
 */
export function modelTier(name: string): ModelTier {
  const words = name.toLowerCase().split(/[^a-z0-9.]+/)
  if (words.some((word) => QUICK.has(word))) return 'quick'
  if (words.some((word) => CLEVER.has(word))) return 'clever'
  const size = words.map((word) => /^(\d+(?:\.\d+)?)b$/.exec(word)?.[1]).find((found) => found !== undefined)
  if (size === undefined) return 'usual'
  if (Number(size) >= MANY) return 'clever'
  return Number(size) <= FEW ? 'quick' : 'usual'
}
