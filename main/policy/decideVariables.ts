import { isServiceKeyName } from '../../shared/secrets/secretPatterns'
import { affectsExecution } from '../../shared/domain/affectsExecution'
import { matchesWildcard } from '../../shared/lib/matchesWildcard'

/** Variables that no program takes for more than a setting of its words, its log or its way to the network. */
const HARMLESS =
  /^(LANG|LANGUAGE|LC_[A-Z]{1,20}|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|DEBUG|LOG_LEVEL|NODE_ENV|PYTHONUNBUFFERED|PYTHONUTF8|PYTHONDONTWRITEBYTECODE)$/

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
    return !HARMLESS.test(name) && !isServiceKeyName(name) && !named.some((pattern) => matchesWildcard(pattern, name))
  })
}

function steers(name: string): boolean {
  return affectsExecution(name) && !PROXIES.test(name)
}
