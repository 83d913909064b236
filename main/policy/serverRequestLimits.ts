import type { Message } from '../../shared/i18n/message'
import { askWhom } from './policyRefusal'
import type { Policy, PolicySheet } from './policySheet'

/** A daily limit, the name of the policy that sets it, and whom to ask about it. */
export interface DailyCap {
  readonly most: number
  readonly by: string
  readonly ask: Message
}

/** How far servers may use models. */
export interface SamplingPolicyLimits {
  /** Why they may not use models at all, and whom to ask about it. */
  readonly off?: { readonly why: Message; readonly ask: Message }
  readonly callsPerDay?: DailyCap
  readonly tokensPerDay?: DailyCap
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
  const callsPerDay = least(sheets, ({ sampling }) => sampling?.callsPerDay)
  const tokensPerDay = least(sheets, ({ sampling }) => sampling?.tokensPerDay)
  return {
    ...(off && { off: { why: { id: 'sampling.offByPolicy', params: { name: off.name } }, ask: askWhom(off) } }),
    ...(callsPerDay && { callsPerDay }),
    ...(tokensPerDay && { tokensPerDay }),
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

/** The smallest limit that a sheet sets. Of equal ones, the first sheet's. */
function least(sheets: readonly PolicySheet[], limitOf: (sheet: PolicySheet) => number | undefined): DailyCap | undefined {
  return sheets.reduce<DailyCap | undefined>((smallest, sheet) => {
    const most = limitOf(sheet)
    return most === undefined || (smallest && smallest.most <= most) ? smallest : { most, by: sheet.name, ask: askWhom(sheet) }
  }, undefined)
}
