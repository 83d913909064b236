import { useEffect, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTopic } from '../../rpc/useTopic'
import { SafeText } from '../../ui/SafeText'
import { afterMs } from '../../ui/afterMs'
import { ProjectName } from '../../widgets/conversations/ProjectName'

/** As long as the names of buttons wait. */
const HINT_MS = 500
const GAP_PX = 6
/** In less room, it would be a column of broken words. */
const NARROWEST_PX = 120
/** It is never taller: a title is cut off in its field at 200 characters. */
const TALLEST_REM = 9

interface Place {
  readonly id: string
  readonly top: number
  /** From the side of the window where a line begins, in px. */
  readonly start: number
  /** The row shows a part of the title only. */
  readonly isCut: boolean
}

export interface ConversationHintProps {
  readonly list: RefObject<HTMLElement | null>
  readonly projectOf: ReadonlyMap<string, string>
}

/** Says beside the row under the pointer, or in focus, what the row has no room for: its whole title and its project. One for the whole list, however long. */
export function ConversationHint({ list, projectOf }: ConversationHintProps) {
  const place = usePlace(list)
  const conversation = useTopic('chat.conversations', (all) => all.find(({ id }) => id === place?.id))
  const project = place && projectOf.get(place.id)
  if (!place || !conversation || roomBeside(place) < NARROWEST_PX || (project === undefined && !place.isCut)) return null
  return createPortal(
    // Screen readers have both with the row.
    <div
      data-hint
      aria-hidden="true"
      className="pointer-events-none fixed z-(--z-popover) grid w-max max-w-80 justify-items-start gap-0.5 rounded-2 bg-raised px-2 py-1 text-12 text-text shadow-menu"
      style={{
        top: `min(${place.top}px, calc(100vh - ${TALLEST_REM}rem))`,
        insetInlineStart: place.start,
        maxWidth: `min(20rem, ${roomBeside(place)}px)`,
      }}
    >
      {place.isCut && (
        <span translate="no" dir="auto" className="breakable">
          <SafeText text={conversation.title} />
        </span>
      )}
      {project !== undefined && <ProjectName name={project} />}
    </div>,
    document.getElementById('hints') ?? document.body,
  )
}

/** Where the pointer rests on a row, or the keyboard has come to. Gone with a press, a key, or when the list scrolls. */
function usePlace(list: RefObject<HTMLElement | null>): Place | undefined {
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let row: Element | undefined
    let stop = (): void => undefined
    const hide = (): void => {
      stop()
      setPlace(undefined)
    }
    const showSoon = (under: HTMLElement): void => {
      const id = under.dataset['conversation']
      if (id !== undefined) stop = afterMs(HINT_MS, () => setPlace({ id, ...placeBeside(under) }))
    }
    const onOver = ({ target, pointerType }: PointerEvent): void => {
      const under = rowOf(target)
      if (under === row) return
      row = under
      hide()
      if (under && pointerType !== 'touch') showSoon(under)
    }
    const onFocus = ({ target }: FocusEvent): void => {
      const focused = target instanceof Element && target.matches(':focus-visible') ? rowOf(target) : undefined
      hide()
      if (focused) showSoon(focused)
    }
    const onLeave = (): void => {
      row = undefined
      hide()
    }
    element.addEventListener('pointerover', onOver)
    element.addEventListener('pointerleave', onLeave)
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', hide)
    element.addEventListener('pointerdown', hide)
    element.addEventListener('scroll', hide, { passive: true })
    document.addEventListener('keydown', hide, { capture: true })
    return () => {
      stop()
      element.removeEventListener('pointerover', onOver)
      element.removeEventListener('pointerleave', onLeave)
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', hide)
      element.removeEventListener('pointerdown', hide)
      element.removeEventListener('scroll', hide)
      document.removeEventListener('keydown', hide, { capture: true })
    }
  }, [list])
  return place
}

const roomBeside = ({ start }: Place): number => window.innerWidth - start - GAP_PX

function rowOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-conversation]')) || undefined
}

function placeBeside(row: HTMLElement): Omit<Place, 'id'> {
  const { top, right, left } = row.getBoundingClientRect()
  const title = row.querySelector('a > .cut')
  const end = getComputedStyle(row).direction === 'rtl' ? window.innerWidth - left : right
  return { top, start: end + GAP_PX, isCut: title !== null && title.scrollWidth > title.clientWidth }
}
