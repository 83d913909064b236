import type { ConfigValue } from '../../../shared/domain/configValue'
import { AppError } from '../../../shared/errors/appError'
import { decideLink } from '../../links/decideLink'
import type { SecretVault } from '../../secrets/secretVault'
import type { SettingsStore } from '../../settings/settingsStore'
import type { AccountStore } from '../accountStore'

export interface IdpInput {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly idToken?: string | undefined
}

interface Deps {
  readonly settings: SettingsStore
  readonly vault: SecretVault
  readonly accountStore: AccountStore
}

const SECRET = 'identity-provider-secret'
const ID_TOKEN = 'identity-provider-token'
const IDP = ['signIn', 'idp']

/** Edits `"signIn"` in `settings.json`. Secrets go into the vault, and only their names into the file. */
export class SignInSettingsEditor {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Null removes the identity provider. A person signed in to another one is signed out there. @throws {AppError} INVALID_INPUT,
   * SECRETS_LOCKED
   */
  async setIdp(input: IdpInput | null, signal: AbortSignal): Promise<void> {
    const before = this.#deps.settings.settings().signIn.idp
    const issuer = input && checkedIssuer(input.issuer)
    const isSame = before !== undefined && input !== null && before.issuer === issuer && before.clientId === input.clientId
    if (before && !isSame) await this.#forget(signal)
    if (input === null || issuer === null) return this.#deps.settings.edit([{ path: IDP, value: undefined }])
    const clientSecret = await this.#kept(SECRET, input.clientSecret, isSame ? before.clientSecret : undefined, signal)
    const idToken = await this.#kept(ID_TOKEN, input.idToken, isSame ? before.idToken : undefined, signal)
    this.#deps.settings.edit([
      { path: [...IDP, 'issuer'], value: issuer },
      // Somebody wrote it into the file for the issuer before. What is for the new one must not be sent there.
      ...(before?.issuer === issuer ? [] : [{ path: [...IDP, 'tokenEndpoint'], value: undefined }]),
      { path: [...IDP, 'clientId'], value: input.clientId },
      { path: [...IDP, 'clientSecret'], value: clientSecret },
      { path: [...IDP, 'idToken'], value: idToken },
    ])
  }

  /** @throws {AppError} INVALID_INPUT */
  setClientMetadataUrl(url: string | null): void {
    this.#deps.settings.edit([{ path: ['signIn', 'clientMetadataUrl'], value: url === null ? undefined : checkedMetadataUrl(url) }])
  }

  async #forget(signal: AbortSignal): Promise<void> {
    await this.#deps.accountStore.signOut({ kind: 'idp' }, signal)
    for (const name of [SECRET, ID_TOKEN]) if (this.#deps.vault.names().includes(name)) await this.#deps.vault.remove(name, signal)
  }

  /** An omitted value is kept. An empty value is removed. */
  async #kept(
    name: string,
    value: string | undefined,
    before: ConfigValue | undefined,
    signal: AbortSignal,
  ): Promise<ConfigValue | undefined> {
    if (value === undefined) return before
    if (value !== '') {
      await this.#deps.vault.put(name, value, signal)
      return { secret: name }
    }
    if (this.#deps.vault.names().includes(name)) await this.#deps.vault.remove(name, signal)
    return undefined
  }
}

/** Kept exactly as typed, because issuers are compared character by character (RFC 8414, section 2). */
function checkedIssuer(text: string): string {
  const issuer = text.trim()
  const decision = decideLink(issuer, 'signIn')
  const url = URL.parse(issuer)
  if (decision.open && url && url.search === '' && url.hash === '') return issuer
  throw new AppError(
    'INVALID_INPUT',
    decision.open ? { reason: 'oauth.badIdpAddress' } : { reason: 'oauth.badIdpAddressBecause', params: { why: decision.reason } },
  )
}

/** Checks the address of a client metadata document (OAuth Client ID Metadata Document, section 3). @throws {AppError} INVALID_INPUT */
function checkedMetadataUrl(text: string): string {
  const url = URL.parse(text.trim())
  const isGood =
    url?.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    !/\/\.{1,2}(?:\/|$)/.test(text)
  if (isGood) return text.trim()
  throw new AppError('INVALID_INPUT', { reason: 'oauth.badMetadataUrl' })
}
