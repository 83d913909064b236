import { useRef, useState, type ReactNode } from 'react'
import { FRAME_TEXT_CHARACTERS } from '../../../shared/confinedFrames/frameContent'
import { ConfinedFrame } from '../../confinedFrame/ConfinedFrame'
import type { FrameEnd } from '../../confinedFrame/connectFrame'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { useOpenPreviews } from './openPreviews'

export interface DocumentPreviewProps {
  readonly kind: 'html' | 'svg'
  readonly code: string
  /** The code block. */
  readonly source: ReactNode
}

type Problem = FrameEnd | 'failed' | 'tooLong' | 'tooMany'

/** A document that somebody else wrote. It is loaded only when the person wants to see it. */
export function DocumentPreview({ kind, code, source }: DocumentPreviewProps) {
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const previews = useOpenPreviews(open)
  const toggle = (): void => {
    const refusal = code.length > FRAME_TEXT_CHARACTERS ? 'tooLong' : previews.isFull() ? 'tooMany' : undefined
    setProblem(open ? undefined : refusal)
    setOpen(!open && refusal === undefined)
  }
  const end = (why: FrameEnd | 'failed'): void => {
    setOpen(false)
    setProblem(why)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {source}
      <div>
        <Button look="bare" size="small" aria-expanded={open} onClick={toggle}>
          {open ? t('previews.close') : t('previews.preview')}
        </Button>
      </div>
      {problem && (
        <p role="status" className="text-12 text-text-2">
          {t(`previews.problem.${problem}`)}
        </p>
      )}
      {open && <OpenPreview kind={kind} code={code} onEnd={end} />}
    </div>
  )
}

interface OpenPreviewProps {
  readonly kind: 'html' | 'svg'
  readonly code: string
  readonly onEnd: (why: FrameEnd | 'failed') => void
}

/**
 * The preview under its code, or over the whole window. It is one dialog element for both, because a frame that moves in the document is
 * loaded again.
 */
function OpenPreview({ kind, code, onEnd }: OpenPreviewProps) {
  const box = useRef<HTMLDialogElement>(null)
  const [confined, setConfined] = useState(false)
  const [full, setFull] = useState(false)
  const fill = (whole: boolean): void => {
    box.current?.close()
    if (whole) box.current?.showModal()
    else box.current?.show()
    setFull(whole)
  }
  return (
    <dialog
      ref={box}
      open
      aria-label={t('previews.region')}
      onCancel={(event) => {
        event.preventDefault()
        fill(false)
      }}
      className={classNames(
        'flex flex-col overflow-hidden border border-line bg-surface text-text',
        full ? 'm-0 h-full max-h-none w-full max-w-none' : 'static m-0 h-104 w-full rounded-2',
      )}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunk ps-3 pe-1 text-12 text-text-2">
        <span role="status" className="grow">
          {t(confined ? 'previews.shutIn' : 'previews.checking')}
        </span>
        <Button look="bare" size="small" onClick={() => fill(!full)}>
          {full ? t('previews.leaveFullWindow') : t('previews.fullWindow')}
        </Button>
      </div>
      <ConfinedFrame
        content={{ kind, text: code }}
        title={t('previews.frame')}
        onConfined={() => setConfined(true)}
        onEnd={onEnd}
        className="min-h-0 w-full grow border-0 bg-white"
      />
    </dialog>
  )
}
