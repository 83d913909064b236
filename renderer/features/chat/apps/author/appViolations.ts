import type { AppViolation } from '../../../../state/appFacts'

/** An app can make them up without end. */
const MOST = 200

/** Pure: the violations with one more. One that was there already, which tells its count anew, stays in its place. */
export function addViolation(violations: readonly AppViolation[], violation: AppViolation): readonly AppViolation[] {
  const at = violations.findIndex((each) => keyOf(each) === keyOf(violation))
  if (at >= 0) return violations.with(at, violation)
  return violations.length < MOST ? [...violations, violation] : violations
}

/** One origin can be refused as a connection and as content. */
function keyOf({ notice }: AppViolation): string {
  return notice.kind === 'refused' ? `refused ${notice.way} ${notice.origin}` : notice.kind
}
