import { useEffect, useRef, type RefObject } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { isUuid } from '../../../shared/domain/idText'
import { remove } from '../../widgets/conversations/conversationListActions'
import { endSelection, selectTo, toggleSelected, useSelection } from '../../widgets/conversations/conversationSelection'

type Order = () => readonly ConversationId[]

/**
 * The arrows go from line to line (`data-line`), and with Shift they select. A click with Ctrl or Cmd selects one more, with Shift all up to it.
 * Escape ends the selection. Delete deletes the conversation of the line, or all that are selected if it is one of them, with an undo.
 * @param listed The conversations from top to bottom.
 */
export function useConversationListKeys(list: RefObject<HTMLElement | null>, listed: readonly ConversationSummary[]): void {
  const latest = useRef(listed)
  useEffect(() => {
    latest.current = listed
  }, [listed])
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const order = () => latest.current.map(({ id }) => id)
    const deleteAt = (line: HTMLElement): void => deleteByKey(line, element, latest.current)
    const onClick = (event: MouseEvent): void => selectByClick(event, order)
    const onKey = (event: KeyboardEvent): void => {
      const line = event.target
      if (event.key === 'Delete' && line instanceof HTMLElement && line.matches('[data-line]')) deleteAt(line)
      else moveByKey(event, element, order)
    }
    // Before the link itself is followed.
    element.addEventListener('click', onClick, { capture: true })
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('click', onClick, { capture: true })
      element.removeEventListener('keydown', onKey)
    }
  }, [list])
}

function selectByClick(event: MouseEvent, order: Order): void {
  const id = event.target instanceof Element ? conversationOf(event.target.closest('[data-line]')) : undefined
  if (id === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (event.shiftKey) selectTo(order(), id)
  else toggleSelected(id)
}

function deleteByKey(line: HTMLElement, list: HTMLElement, listed: readonly ConversationSummary[]): void {
  const id = conversationOf(line)
  const { ids } = useSelection.getState()
  const gone = listed.filter((one) => (id !== undefined && ids.has(id) ? ids.has(one.id) : one.id === id))
  if (gone.length === 0) return
  const lines = [...list.querySelectorAll<HTMLElement>('[data-conversation] > [data-line]')]
  const stays = (other: HTMLElement): boolean => !gone.some((one) => one.id === conversationOf(other))
  const at = lines.indexOf(line)
  // The focus stays in the list, so that the key works again.
  const next = lines.slice(at).find(stays) ?? lines.slice(0, at).findLast(stays)
  next?.focus()
  remove(gone)
}

function moveByKey(event: KeyboardEvent, list: HTMLElement, order: Order): void {
  const { key, target, shiftKey } = event
  if (!(target instanceof HTMLElement) || !target.matches('[data-line]')) return
  if (key === 'Escape' && useSelection.getState().ids.size > 0) {
    // The drawer stays open.
    event.stopPropagation()
    return endSelection()
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const around = [...list.querySelectorAll<HTMLElement>(shiftKey ? '[data-conversation] > [data-line]' : '[data-line]')]
  const from = around.indexOf(target)
  const next = from === -1 ? undefined : around[from + (key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  next.focus()
  const id = conversationOf(next)
  if (shiftKey && id !== undefined) selectTo(order(), id, conversationOf(target))
}

function conversationOf(line: Element | null): ConversationId | undefined {
  const id = line?.closest('[data-conversation]')?.getAttribute('data-conversation')
  return isUuid<ConversationId>(id) ? id : undefined
}
