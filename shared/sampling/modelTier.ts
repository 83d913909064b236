/** What the name of a model suggests: quick and cheap, in between, or clever and dear. */
export type ModelTier = 'quick' | 'usual' | 'clever'

const QUICK = new Set(['haiku', 'mini', 'flash', 'nano', 'lite', 'small', 'tiny', 'micro', 'fast', 'instant'])
const CLEVER = new Set(['opus', 'pro', 'large', 'ultra', 'max', 'heavy', 'reasoner', 'thinking', 'deep'])
/** Of a model that says how many thousand million parameters it has. */
const FEW = 9
const MANY = 60

/**
 * Pure: a guess from nothing but the words in a model's name, since no provider says what a model costs or can do. `gpt-5-mini` and
 * `qwen3:4b` are quick, `claude-opus-4-5` and `llama3:70b` clever; a name that says nothing is in between.
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
