import { useEffect, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTopic } from '../../rpc/useTopic'
import { SafeText } from '../../ui/SafeText'
import { afterMs } from '../../ui/afterMs'
import { ProjectName } from '../../widgets/conversations/ProjectName'

/** As long as the names of buttons wait. */
const HINT_MS = 500
const GAP_PX = 6

interface Place {
  readonly id: string
  readonly top: number
  readonly left: number
  /** The row shows a part of the title only. */
  readonly isCut: boolean
}

export interface ConversationHintProps {
  readonly list: RefObject<HTMLElement | null>
  readonly projectOf: ReadonlyMap<string, string>
}

/** Says beside the row under the pointer what the row has no room for: its whole title and its project. One for the whole list, however long. */
export function ConversationHint({ list, projectOf }: ConversationHintProps) {
  const place = usePlace(list)
  const conversation = useTopic('chat.conversations', (all) => all.find(({ id }) => id === place?.id))
  const project = place && projectOf.get(place.id)
  if (!place || !conversation || (project === undefined && !place.isCut)) return null
  return createPortal(
    // Screen readers have both with the row.
    <div
      data-hint
      aria-hidden="true"
      className="pointer-events-none fixed z-(--z-inside) grid w-max max-w-80 justify-items-start gap-0.5 rounded-2 bg-raised px-2 py-1 text-12 text-text shadow-menu"
      style={{ top: place.top, left: place.left, maxWidth: `min(20rem, ${window.innerWidth - place.left - GAP_PX}px)` }}
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

/** Where the pointer rests on a row. Gone with a press, a key, or when the list scrolls. */
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
    const onOver = ({ target, pointerType }: PointerEvent): void => {
      const under = (target instanceof Element && target.closest<HTMLElement>('[data-conversation]')) || undefined
      if (under === row) return
      row = under
      hide()
      const id = under?.dataset['conversation']
      if (!under || id === undefined || pointerType === 'touch') return
      stop = afterMs(HINT_MS, () => setPlace({ id, ...placeBeside(under) }))
    }
    const onLeave = (): void => {
      row = undefined
      hide()
    }
    element.addEventListener('pointerover', onOver)
    element.addEventListener('pointerleave', onLeave)
    element.addEventListener('pointerdown', hide)
    element.addEventListener('scroll', hide, { passive: true })
    document.addEventListener('keydown', hide, { capture: true })
    return () => {
      stop()
      element.removeEventListener('pointerover', onOver)
      element.removeEventListener('pointerleave', onLeave)
      element.removeEventListener('pointerdown', hide)
      element.removeEventListener('scroll', hide)
      document.removeEventListener('keydown', hide, { capture: true })
    }
  }, [list])
  return place
}

function placeBeside(row: HTMLElement): Omit<Place, 'id'> {
  const { top, right } = row.getBoundingClientRect()
  const title = row.querySelector('a > .cut')
  return { top, left: right + GAP_PX, isCut: title !== null && title.scrollWidth > title.clientWidth }
}
