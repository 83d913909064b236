import type { Account } from '../../shared/domain/account'
import type { Tool } from '../../shared/domain/catalog'
import type { KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import { looksSecret, textHoldsSecret, valueLooksSecret } from '../../shared/secrets/secretPatterns'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import type { Message } from '../../shared/i18n/message'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'

/** The parts of a tool that matter here. */
export type ExposureTool = Pick<Tool, 'name' | 'annotations' | 'ofApp' | 'ui'>

/** One mark: whether it is set, who set it, and why. */
type Mark = KnownExposure[ExposureKind]

/**
 * Pure: the marks of one server. The user's choice wins. The rest is guessed from what Parley knows, and from the server's claims if they
 * call for more care. Claims that call for less care count only if the user trusts the server.
 */
export function inferExposure(server: ServerConfig, tools: readonly ExposureTool[], accounts: readonly Account[]): KnownExposure {
  const used = tools.filter(({ name }) => !server.disabledTools.includes(name))
  const reach = reachOf(server, used)
  const said = (touch: ExposureKind): Mark | undefined => {
    const is = server.touches[touch]
    return is === undefined ? undefined : { is, by: 'you', because: { id: 'dataFlow.because.said' } }
  }
  return {
    readsPrivate: said('readsPrivate') ?? guess(privateBecause(server, accounts), { id: 'dataFlow.because.nothingPrivate' }),
    bringsOutside: said('bringsOutside') ?? reach,
    sendsOut: said('sendsOut') ?? reach,
  }
}

/**
 * Pure: the marks of a removed server for which the user set nothing. It counts as having brought both private data and text from outside.
 * It can no longer send anything out.
 */
export const removedServerExposure: KnownExposure = {
  readsPrivate: { is: true, by: 'guess', because: { id: 'dataFlow.because.removedTouched' } },
  bringsOutside: { is: true, by: 'guess', because: { id: 'dataFlow.because.removedTouched' } },
  sendsOut: { is: false, by: 'guess', because: { id: 'dataFlow.because.removed' } },
}

function guess(because: Message | undefined, otherwise: Message): Mark {
  return because ? guessYes(because) : { is: false, by: 'guess', because: otherwise }
}

function guessYes(because: Message): Mark {
  return { is: true, by: 'guess', because }
}

function privateBecause({ roots, launch, auth }: ServerConfig, accounts: readonly Account[]): Message | undefined {
  if (roots.length > 0) return { id: 'dataFlow.because.folders', params: { count: roots.length } }
  if (accounts.some(({ state }) => state === 'signedIn')) return { id: 'dataFlow.because.signedIn' }
  const secret = secretOf(launch)
  if (secret) return secret
  if (launch.kind === 'http' && auth.kind !== 'person') return { id: 'dataFlow.because.toldWhoCalls' }
  return accounts.some(({ state }) => state === 'header') ? { id: 'dataFlow.because.header' } : undefined
}

/** The reason that a server receives a secret from the vault. */
function secretOf(launch: Launch): Message | undefined {
  const named = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const found = named.find(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
  if (found) return { id: 'dataFlow.because.secretNamed', params: { name: found[0] } }
  if (launch.kind === 'http') return valueLooksSecret(launch.url) ? { id: 'dataFlow.because.secretInAddress' } : undefined
  return launch.args.some((arg) => textHoldsSecret(arg) || valueLooksSecret(arg)) ? { id: 'dataFlow.because.secretInArguments' } : undefined
}

/** Whether a server reaches outside. If so, text from strangers can come in and data can go out. */
function reachOf({ launch, trusted }: ServerConfig, tools: readonly ExposureTool[]): Mark {
  const open = tools.find(saysItReachesOutside)
  if (open) return guessYes(outsideBecause(open))
  const staysIn = tools.length > 0 && tools.every(({ annotations }) => annotations?.openWorldHint === false)
  if (trusted && staysIn) return guess(undefined, { id: 'dataFlow.because.staysIn' })
  if (launch.kind === 'stdio') return guess(undefined, { id: 'dataFlow.because.runsHere' })
  const host = URL.parse(launch.url)?.hostname ?? ''
  if (isLoopbackHost(host)) return guess(undefined, { id: 'dataFlow.because.addressHere' })
  return guessYes({ id: 'dataFlow.because.elsewhere', params: { host } })
}

/**
 * Pure: whether a tool is declared to reach outside this computer. Only an explicit hint counts, because the default is true for every
 * tool.
 */
export function saysItReachesOutside({ annotations }: ExposureTool): boolean {
  return annotations?.openWorldHint === true
}

/** Pure: the reason for that mark. */
export function outsideBecause({ name }: ExposureTool): Message {
  return { id: 'dataFlow.because.openTool', params: { tool: name } }
}
