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
