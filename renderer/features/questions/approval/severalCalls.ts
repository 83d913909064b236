import { useEffect, useRef } from 'react'
import { canonicalJson } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'
import type { CardQuestion } from '../card/asksOnCard'

/** Pure: why all of them are asked about, in words for several; undefined where the reasons differ or are about one call. */
export function commonReason(open: readonly CardQuestion[]): Message | undefined {
  const [first, ...others] = open.map(({ details }) => details.why)
  if (!first || others.some((why) => canonicalJson(why) !== canonicalJson(first))) return undefined
  if (first.id === 'approvals.wanted.noRule') return { ...first, id: 'approvals.card.wantedAll' }
  return first.id === 'approvals.asked.noRule' ? { id: 'approvals.card.askedAll' } : undefined
}

/** Pure: the questions whose rules answer all of them: a rule is about one tool, so several calls of it need one answer. */
export function onePerTool(open: readonly CardQuestion[]): readonly CardQuestion['id'][] {
  const first = new Map(open.toReversed().map(({ id, asker, details }) => [JSON.stringify([asker.serverId, details.tool]), id]))
  const firsts = new Set(first.values())
  return open.flatMap(({ id }) => (firsts.has(id) ? [id] : []))
}

/** The button of a denied line goes, and the focus with it: the title takes it, so that whoever uses keys is still there. */
export function useFocusAfterDenial(list: { readonly current: HTMLElement | null }, denied: number): void {
  const before = useRef(denied)
  useEffect(() => {
    const isMore = denied > before.current
    before.current = denied
    if (!isMore || (document.activeElement && document.activeElement !== document.body)) return
    list.current
      ?.closest('[data-approval-card], [role="dialog"]')
      ?.querySelector<HTMLElement>('[data-card-title], [data-quiet-focus]')
      ?.focus({ preventScroll: true })
  }, [denied, list])
}
