import type { LockedRule, Rule } from '../../../shared/domain/rule'
import { callsCap, callsState, isWithinCap, type CallsCap, type CallsScope, type CallsState } from '../../../shared/rules/callsChoice'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'

export interface Calls {
  /** What is chosen, as far as the policy leaves it. */
  readonly counts: CallsState
  readonly cap: CallsCap | undefined
  /** What runs, where tools of the server came or changed since that was chosen, so that it covers only a part of them. */
  readonly outgrown: 'reading' | 'all' | undefined
}

/** What happens to the calls of a server, or of one of its tools, by the rules that there are. */
export function useCalls(scope: CallsScope): Calls {
  const entries = useTopic('rules.list') ?? []
  const own = entries.flatMap((entry) => (entry.kind === 'own' && !entry.ended ? [entry] : []))
  const locked = entries.flatMap((entry): LockedRule[] => (entry.kind === 'locked' ? [entry.rule] : []))
  const state = callsState(
    own.map(({ rule }) => rule),
    scope,
  )
  const cap = callsCap(locked, scope)
  // A choice of the person's stays theirs. What the policy leaves of it is what counts.
  const counts = cap && !isWithinCap(state, cap) ? cap.most : state
  const { id } = scope.server
  const covering = own.filter(({ rule }) => allowsWidely(rule, scope) && (counts !== 'all' || rule.subject.kind === undefined))
  const runs = counts === 'reading' || counts === 'all' ? counts : undefined
  const isPart = covering.length > 0 && covering.every(({ outgrown }) => outgrown?.includes(id))
  return { counts, cap, outgrown: isPart ? runs : undefined }
}

/** A sentence that says what happens to the calls, and the policy's part in it. */
export function callsWords({ counts, cap }: Pick<Calls, 'counts' | 'cap'>, { server, tool }: CallsScope): string {
  const of = tool ? 'tool' : 'server'
  const means =
    counts === 'reading' ? t(`rules.choice.means.${of}.reading`, { server: server.id }) : t(`rules.choice.means.${of}.${counts}`)
  return cap ? `${means} ${capWords(cap)}` : means
}

function allowsWidely({ verdict, lasts, subject }: Rule, { server }: CallsScope): boolean {
  const { serverId, tool, kind, where = [] } = subject
  return (
    verdict === 'allow' &&
    lasts !== 'conversation' &&
    tool === undefined &&
    where.length === 0 &&
    (kind === undefined || kind === 'readOnly') &&
    (serverId === undefined || serverId === server.id)
  )
}

function capWords({ most, forbidsOthers, by }: CallsCap): string {
  if (most === 'never' || !forbidsOthers) return t(`rules.choice.cap.${most}`, { by })
  return t(most === 'reading' ? 'rules.choice.cap.othersForbidden' : 'rules.choice.cap.othersForbidden.asks', { by })
}
