/** Below this, tools, their results and a conversation hardly fit together. */
const ENOUGH_FOR_TOOLS = 16_000

/** Pure: whether a model takes in too few tokens to work with tools. What is not known is not short. */
export function isShortContext(tokens: number | undefined): tokens is number {
  return tokens !== undefined && tokens < ENOUGH_FOR_TOOLS
}
