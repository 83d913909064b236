/**
 * Pure: how many tokens of a model's window are kept free for its answer, where a person set how long one may be. Never more than half of it: an
 * answer may be as long as it likes only where something can still be asked.
 */
export function roomForAnswer(longestAnswer: number, window: number): number {
  return Math.min(longestAnswer, Math.floor(window / 2))
}
