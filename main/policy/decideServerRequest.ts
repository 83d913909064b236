import type { Message } from '../../shared/messages/message'
import type { Policy, PolicySheet } from './policySheet'

/** How far servers may use models. */
export interface SamplingLimits {
  /** Why not at all. */
  readonly off?: Message
  readonly callsPerDay?: number
  readonly tokensPerDay?: number
}

/** What servers may ask of a person. */
export interface ElicitationLimits {
  readonly form: boolean
  readonly url: boolean
  /** Hosts whose pages may be asked for, `*.example.com` for all below; absent: any. */
  readonly hosts?: readonly string[]
  /** Who set it. */
  readonly by: readonly (string | Message)[]
}

/** Pure: how far servers may use models. */
export function samplingLimits({ sheets }: Policy): SamplingLimits {
  const off = sheets.find(({ sampling }) => sampling?.allowed === false)
  const callsPerDay = least(sheets.map(({ sampling }) => sampling?.callsPerDay))
  const tokensPerDay = least(sheets.map(({ sampling }) => sampling?.tokensPerDay))
  return {
    ...(off && { off: { id: 'sampling.offByPolicy', params: { name: off.name } } }),
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(tokensPerDay !== undefined && { tokensPerDay }),
  }
}

/** Pure: what servers may ask of a person. */
export function elicitationLimits({ sheets }: Policy): ElicitationLimits {
  const lists = sheets.flatMap(({ elicitation }) => (elicitation?.hosts ? [elicitation.hosts.map((host) => host.toLowerCase())] : []))
  const hosts = lists.reduce<readonly string[] | undefined>((both, list) => (both ? inBoth(both, list) : list), undefined)
  return {
    form: sheets.every(({ elicitation }) => elicitation?.forms !== false),
    url: sheets.every(({ elicitation }) => elicitation?.pages !== false),
    ...(hosts && { hosts }),
    by: namesOf(sheets.filter(({ elicitation }) => elicitation !== undefined)),
  }
}

function inBoth(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(some.flatMap((a) => others.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : []))))]
}

/** Whether a pattern of hosts takes in all of another. */
function covers(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.startsWith('*.') && narrow.replace(/^\*/, '').endsWith(wide.slice(1)))
}

/** Who set these, each once. */
function namesOf(sheets: readonly Pick<PolicySheet, 'name'>[]): readonly string[] {
  return [...new Set(sheets.map(({ name }) => name))]
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined)
  return given.length > 0 ? Math.min(...given) : undefined
}
