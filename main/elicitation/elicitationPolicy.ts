import type { Message, MessageParam } from '../../shared/i18n/message'
import type { FormDetails, PageDetails } from '../../shared/domain/question'

/** What this computer's policy lets servers ask a person. */
export interface ElicitationPolicy {
  readonly form: boolean
  readonly url: boolean
  /** Hosts whose pages may be requested, `*.atlas.example` for all subdomains; absent: any. */
  readonly hosts?: readonly string[]
  /** The names of the policies that set it: "Atlas IT". */
  readonly by?: readonly (string | Message)[]
  /** Whom to ask about it. */
  readonly ask?: Message
}

export const anyElicitation: ElicitationPolicy = { form: true, url: true }

/** Pure: why the policy forbids a question, in lower case for the middle of a sentence; undefined if it does not. */
export function forbiddenBy(
  { form, url, hosts, by: names = [] }: ElicitationPolicy,
  asked: FormDetails | PageDetails,
): Message | undefined {
  const by: MessageParam = names.length > 0 ? names : { id: 'ends.thePolicy' }
  if (asked.kind === 'form') return form ? undefined : { id: 'ends.noForms', params: { by } }
  if (!url) return { id: 'ends.noPages', params: { by } }
  const name = asked.host.replace(/:\d+$/, '').replace(/\.$/, '')
  if (hosts === undefined || hosts.some((pattern) => matches(pattern.toLowerCase(), name))) return undefined
  return asked.host === '' ? { id: 'ends.noAddress', params: { by } } : { id: 'ends.noHost', params: { by, host: asked.host } }
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
