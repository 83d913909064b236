import type { FetchLike } from '@modelcontextprotocol/client'
import type { ServerConfig } from '../shared/domain/server'
import { createTranslator } from '../shared/i18n/translator'
import type { Storage } from './createStorage'
import type { LinkOpener } from './links/linkOpener'
import type { FetchRules } from './net/checkFetchTarget'
import { signInFetch } from './net/signInFetch'
import { AccountStore } from './oauth/accountStore'
import { discoverMetadata } from './oauth/discovery/discoverMetadata'
import { RequestAuthenticator } from './oauth/requestAuthenticator'
import { SignInAttempts } from './oauth/signIn/signInAttempts'
import { SignInBroker } from './oauth/signIn/signInBroker'
import { SignInSettingsEditor } from './oauth/signIn/signInSettingsEditor'
import { TokenProvider } from './oauth/tokens/tokenProvider'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import type { ServerRegistry } from './servers/serverRegistry'
import type { StartGate } from './servers/startGate'

export interface SignInParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly questions: QuestionStore
  readonly links: LinkOpener
  readonly gate: StartGate
}

/** Creates the owners of accounts at servers, of the tokens on requests, and of sign-ins. */
export function createSignIn({ ports, storage, registry, questions, links, gate }: SignInParts, opened: AsyncDisposableStack) {
  const { clock, dataDir, redirect, bringToFront, translator = () => createTranslator('en') } = ports
  const { database, settings: userSettings, fixedSettings: settings, policy, vault } = storage
  const maySend = (server: ServerConfig): boolean => gate.maySend(server)
  const fetchFor = (rules: FetchRules): FetchLike => signInFetch(rules)
  const accounts = opened.use(new AccountStore({ database, clock, dataDir, vault, registry, settings, maySend, fetchFor }))
  const now = () => clock.now()
  const tokens = opened.use(
    new TokenProvider({ accounts, vault, fetchFor, discoverMetadata, now, idp: () => settings.settings().signIn.idp }),
  )
  const signIns = opened.use(new SignInBroker({ questions, accountStore: accounts, clock }))
  const attempts = opened.use(
    new SignInAttempts({
      accountStore: accounts,
      registry,
      settings,
      maySend,
      mayRegister: (issuer) => policy.mayRegister(issuer),
      vault,
      links,
      clock,
      fetchFor,
      demandOf: (target, questionId) => signIns.demandOf(target, questionId),
      redirect,
      bringToFront,
      translator,
    }),
  )
  const signInSettings = new SignInSettingsEditor({ settings: userSettings, vault, accountStore: accounts })
  return { accounts, authenticator: new RequestAuthenticator({ accounts, tokens }), signIns, attempts, signInSettings }
}
