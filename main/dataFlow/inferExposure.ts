import type { Account } from '../../shared/domain/account'
import type { Tool } from '../../shared/domain/catalog'
import type { KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import { looksSecret, textHoldsSecret, valueLooksSecret } from '../../shared/domain/secretPatterns'
import type { Launch, ServerDefinition } from '../../shared/domain/server'
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
    return is === undefined ? undefined : { is, by: 'you', because: 'You said so.' }
  }
  return {
    readsPrivate: said('readsPrivate') ?? guess(privateBecause(server, accounts), 'No folder is shared with it, and it holds no secret.'),
    bringsOutside: said('bringsOutside') ?? reach,
    sendsOut: said('sendsOut') ?? reach,
  }
}

/**
 * Pure: what to reckon with of a server that is not there any more, and of which the user said nothing: that it brought both. It can send
 * nothing out now.
 */
export const noExposure: KnownExposure = {
  readsPrivate: { is: true, by: 'guess', because: 'It was removed, so what it touched is not known.' },
  bringsOutside: { is: true, by: 'guess', because: 'It was removed, so what it touched is not known.' },
  sendsOut: { is: false, by: 'guess', because: 'It was removed.' },
}

function guess(because: string | undefined, otherwise: string): Mark {
  return { is: because !== undefined, by: 'guess', because: because ?? otherwise }
}

function privateBecause({ roots, launch, auth }: ServerDefinition, accounts: readonly Account[]): string | undefined {
  if (roots.length > 0) return roots.length === 1 ? 'A folder is shared with it.' : `${roots.length} folders are shared with it.`
  if (accounts.some(({ state }) => state === 'signedIn')) return 'You are signed in to it.'
  const secret = secretOf(launch)
  if (secret !== undefined) return `It gets a secret (${secret}).`
  if (launch.kind === 'http' && auth.kind !== 'person') return 'It is told who calls.'
  return accounts.some(({ state }) => state === 'header') ? 'A header tells it who calls.' : undefined
}

/** The name under which a server is given something that belongs into the vault. */
function secretOf(launch: Launch): string | undefined {
  const named = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const found = named.find(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
  if (found) return found[0]
  if (launch.kind === 'http') return valueLooksSecret(launch.url) ? 'in its address' : undefined
  return launch.args.some((arg) => textHoldsSecret(arg) || valueLooksSecret(arg)) ? 'in its arguments' : undefined
}

/** Whether it reaches outside: then strangers' text comes in through it, and what it is sent may go out. */
function reachOf({ launch, trusted }: ServerDefinition, tools: readonly ExposureTool[]): Mark {
  const open = tools.find(saysItReachesOutside)
  if (open) return guess(outsideBecause(open), '')
  const staysIn = tools.length > 0 && tools.every(({ annotations }) => annotations?.openWorldHint === false)
  if (trusted && staysIn) return guess(undefined, 'It says that none of its tools reaches outside, and you believe what it says.')
  if (launch.kind === 'stdio')
    return guess(undefined, 'It runs on this computer, and says of no tool that it reaches outside. Parley cannot know.')
  const host = URL.parse(launch.url)?.hostname ?? ''
  if (isLoopbackHost(host))
    return guess(undefined, 'Its address is this computer, and it says of no tool that it reaches outside. Parley cannot know.')
  return guess(`It is not on this computer, but at ${host}.`, '')
}

/** Pure: whether a server says of its tool that it reaches outside of this computer. Only an explicit word counts: by default every tool does. */
export function saysItReachesOutside({ annotations }: ExposureTool): boolean {
  return annotations?.openWorldHint === true
}

/** Pure: that as a reason. */
export function outsideBecause({ name }: ExposureTool): string {
  return `It says that ${name} reaches outside of this computer.`
}
