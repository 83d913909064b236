import type { FormDetails, PageDetails } from '../../shared/domain/question'

/** What the policy of this computer lets servers ask of a person. */
export interface ElicitationPolicy {
  readonly form: boolean
  readonly url: boolean
  /** Hosts whose pages may be asked for, `*.atlas.example` for all below; absent: any. */
  readonly hosts?: readonly string[]
  /** Who set it: "Atlas IT". */
  readonly by?: string
}

export const anyElicitation: ElicitationPolicy = { form: true, url: true }

/** Pure: why the policy does not let this be asked, as a sentence; undefined where it does. */
export function forbiddenBy({ form, url, hosts, by = 'The policy of this computer' }: ElicitationPolicy, asked: FormDetails | PageDetails) {
  if (asked.kind === 'form') return form ? undefined : `${by} does not let servers ask for information.`
  if (!url) return `${by} does not let servers ask you to visit a page.`
  const name = asked.host.replace(/:\d+$/, '').replace(/\.$/, '')
  if (hosts === undefined || hosts.some((pattern) => matches(pattern.toLowerCase(), name))) return undefined
  return `${by} does not let servers send you to ${asked.host === '' ? 'this address' : asked.host}.`
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
