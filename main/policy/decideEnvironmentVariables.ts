import { isServiceKeyName } from '../../shared/secrets/secretPatterns'
import { variableAffectsExecution } from '../../shared/domain/launch/variableAffectsExecution'
import { matchesWildcard } from '../../shared/lib/matchesWildcard'
import { isHarmlessVariable } from './isHarmlessVariable'

/** A proxy can read traffic, but cannot change what comes over an encrypted connection. */
const PROXIES = /^(https?_|all_|no_|npm_config_(https?_)?)proxy$/i

/** Pure: the variables that can change what a command runs, other than those that a policy names to the letter. */
export function steeringVariables(variables: readonly string[], named: readonly string[] = []): readonly string[] {
  return variables.filter((name) => steers(name) && !named.includes(name))
}

/**
 * Pure: the variables that an allow list does not admit: all but known harmless ones, keys of services by their names, and those that the
 * policy names. A name with `*` never admits a variable that can change what runs.
 */
export function unlistedVariables(variables: readonly string[], named: readonly string[] = []): readonly string[] {
  return variables.filter((name) => {
    if (named.includes(name) || PROXIES.test(name)) return false
    if (steers(name)) return true
    return !isHarmlessVariable(name) && !isServiceKeyName(name) && !named.some((pattern) => matchesWildcard(pattern, name))
  })
}

function steers(name: string): boolean {
  return variableAffectsExecution(name) && !PROXIES.test(name)
}
