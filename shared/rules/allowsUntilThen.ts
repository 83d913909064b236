import type { Rule } from '../domain/rule'

/**
 * Pure, for two rules about exactly the same calls: whether the first allows them until a day, and was made after the second, which asks. Until then it
 * counts instead. What is denied stays so.
 */
export function allowsUntilThen(rule: Rule, other: Rule): boolean {
  const asksAlways = other.verdict === 'ask' && other.lasts === 'always'
  return asksAlways && rule.verdict === 'allow' && rule.lasts === 'until' && rule.created > other.created
}
