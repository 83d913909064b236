import type { Account } from '../../shared/domain/account'
import type { Tool } from '../../shared/domain/catalog'
import type { KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import { looksSecret, textHoldsSecret, valueLooksSecret } from '../../shared/domain/secretPatterns'
import type { Launch, ServerDefinition } from '../../shared/domain/server'
import type { Message } from '../../shared/messages/message'
import { isLoopbackHost } from '../links/hostWarnings'

/** What matters of a tool here. */
export type ExposureTool = Pick<Tool, 'name' | 'annotations'>

/** One mark: whether it counts, who says so, and why. */
type Mark = KnownExposure[ExposureKind]

/**
 * Pure: what counts of one server. What the user said stands; the rest is guessed, from what Parley knows itself, and from what the server says
 * where that is a reason for more care. What it says is a reason for less only where the user believes it.
 */
export function inferExposure(server: ServerDefinition, tools: readonly ExposureTool[], accounts: readonly Account[]): KnownExposure {
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
 * Pure: what to reckon with of a server that is not there any more, and of which the user said nothing: that it brought both. It can send
 * nothing out now.
 */
export const noExposure: KnownExposure = {
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

function privateBecause({ roots, launch, auth }: ServerDefinition, accounts: readonly Account[]): Message | undefined {
  if (roots.length > 0) return { id: 'dataFlow.because.folders', params: { count: roots.length } }
  if (accounts.some(({ state }) => state === 'signedIn')) return { id: 'dataFlow.because.signedIn' }
  const secret = secretOf(launch)
  if (secret) return secret
  if (launch.kind === 'http' && auth.kind !== 'person') return { id: 'dataFlow.because.toldWhoCalls' }
  return accounts.some(({ state }) => state === 'header') ? { id: 'dataFlow.because.header' } : undefined
}

/** Where a server is given something that belongs into the vault. */
function secretOf(launch: Launch): Message | undefined {
  const named = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const found = named.find(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
  if (found) return { id: 'dataFlow.because.secretNamed', params: { name: found[0] } }
  if (launch.kind === 'http') return valueLooksSecret(launch.url) ? { id: 'dataFlow.because.secretInAddress' } : undefined
  return launch.args.some((arg) => textHoldsSecret(arg) || valueLooksSecret(arg)) ? { id: 'dataFlow.because.secretInArguments' } : undefined
}

/** Whether it reaches outside: then strangers' text comes in through it, and what it is sent may go out. */
function reachOf({ launch, trusted }: ServerDefinition, tools: readonly ExposureTool[]): Mark {
  const open = tools.find(saysItReachesOutside)
  if (open) return guessYes(outsideBecause(open))
  const staysIn = tools.length > 0 && tools.every(({ annotations }) => annotations?.openWorldHint === false)
  if (trusted && staysIn) return guess(undefined, { id: 'dataFlow.because.staysIn' })
  if (launch.kind === 'stdio') return guess(undefined, { id: 'dataFlow.because.runsHere' })
  const host = URL.parse(launch.url)?.hostname ?? ''
  if (isLoopbackHost(host)) return guess(undefined, { id: 'dataFlow.because.addressHere' })
  return guessYes({ id: 'dataFlow.because.elsewhere', params: { host } })
}

/** Pure: whether a server says of its tool that it reaches outside of this computer. Only an explicit word counts: by default every tool does. */
export function saysItReachesOutside({ annotations }: ExposureTool): boolean {
  return annotations?.openWorldHint === true
}

/** Pure: that as a reason. */
export function outsideBecause({ name }: ExposureTool): Message {
  return { id: 'dataFlow.because.openTool', params: { tool: name } }
}
