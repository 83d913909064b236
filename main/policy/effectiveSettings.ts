import type { Settings } from '../../shared/domain/settings'
import type { PolicyGuard } from './policyGuard'

/** The effective settings: the user's, with the sign-in settings that the policy sets. */
export class EffectiveSettings {
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
