import type { Settings } from '../../shared/domain/settings'
import type { PolicyGuard } from './policyGuard'

type Fixes = Pick<PolicyGuard, 'fixSignIn' | 'fixTelemetry'>

/** The effective settings: the user's, with what the policy sets of signing in and of telemetry. */
export class EffectiveSettings {
  readonly #chosen: { settings(): Settings }
  readonly #policy: Fixes

  constructor(chosen: { settings(): Settings }, policy: Fixes) {
    this.#chosen = chosen
    this.#policy = policy
  }

  settings(): Settings {
    const chosen = this.#chosen.settings()
    const [signIn, telemetry] = [this.#policy.fixSignIn(chosen.signIn), this.#policy.fixTelemetry(chosen.telemetry)]
    return signIn === chosen.signIn && telemetry === chosen.telemetry ? chosen : { ...chosen, signIn, telemetry }
  }
}
