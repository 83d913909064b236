import type { Settings } from '../../shared/domain/settings'
import type { PolicyGuard } from './policyGuard'

/** The settings that count: the user's, with what the policy fixes of signing in. */
export class FixedSettings {
  readonly #chosen: { settings(): Settings }
  readonly #policy: Pick<PolicyGuard, 'fixSignIn'>

  constructor(chosen: { settings(): Settings }, policy: Pick<PolicyGuard, 'fixSignIn'>) {
    this.#chosen = chosen
    this.#policy = policy
  }

  settings(): Settings {
    const chosen = this.#chosen.settings()
    const signIn = this.#policy.fixSignIn(chosen.signIn)
    return signIn === chosen.signIn ? chosen : { ...chosen, signIn }
  }
}
