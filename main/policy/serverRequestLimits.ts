import type { Message } from '../../shared/i18n/message'
import { askWhom } from './policyRefusal'
import type { Policy, PolicySheet } from './policySheet'

/** How far servers may use models. */
export interface SamplingPolicyLimits {
  /** Why they may not use models at all. */
  readonly off?: Message
  readonly callsPerDay?: number
  readonly tokensPerDay?: number
}

/** What servers may ask a person. */
export interface ElicitationLimits {
  readonly form: boolean
  readonly url: boolean
  /** Hosts whose pages may be requested, `*.example.com` for all subdomains; absent: any. */
  readonly hosts?: readonly string[]
  /** The policies that set this. */
  readonly by: readonly (string | Message)[]
  /** Whom to ask about it; absent where nothing is set. */
  readonly ask?: Message
}

/** Pure: how far servers may use models. */
export function samplingLimits({ sheets }: Policy): SamplingPolicyLimits {
  const off = sheets.find(({ sampling }) => sampling?.allowed === false)
  const callsPerDay = least(sheets.map(({ sampling }) => sampling?.callsPerDay))
  const tokensPerDay = least(sheets.map(({ sampling }) => sampling?.tokensPerDay))
  return {
    ...(off && { off: { id: 'sampling.offByPolicy', params: { name: off.name } } }),
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(tokensPerDay !== undefined && { tokensPerDay }),
  }
}

/** Pure: what servers may ask a person. */
export function elicitationLimits({ sheets }: Policy): ElicitationLimits {
  const lists = sheets.flatMap(({ elicitation }) => (elicitation?.hosts ? [elicitation.hosts.map((host) => host.toLowerCase())] : []))
  const hosts = lists.reduce<readonly string[] | undefined>((both, list) => (both ? inBoth(both, list) : list), undefined)
  const setting = sheets.filter(({ elicitation }) => elicitation !== undefined)
  const [first] = setting
  return {
    form: sheets.every(({ elicitation }) => elicitation?.forms !== false),
    url: sheets.every(({ elicitation }) => elicitation?.pages !== false),
    ...(hosts && { hosts }),
    by: namesOf(setting),
    ...(first && { ask: askWhom(first) }),
  }
}

function inBoth(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(some.flatMap((a) => others.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : []))))]
}

/** Whether a host pattern includes everything that another one matches. */
function covers(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.startsWith('*.') && narrow.replace(/^\*/, '').endsWith(wide.slice(1)))
}

/** The distinct names of policies. */
function namesOf(sheets: readonly Pick<PolicySheet, 'name'>[]): readonly string[] {
  return [...new Set(sheets.map(({ name }) => name))]
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined)
  return given.length > 0 ? Math.min(...given) : undefined
}
