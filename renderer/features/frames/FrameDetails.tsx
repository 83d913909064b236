import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Frame } from '../../../shared/domain/frame'
import { CodeBlock } from '../../ui/CodeBlock'
import { SafeText } from '../../ui/SafeText'
import { durationWords, sizeWords, timeWords } from '../../ui/words'
import type { FrameLine } from './frameLines'

/** One frame as it went over the wire, without secrets, and what it answers. */
export function FrameDetails({ line, answer }: { readonly line: FrameLine; readonly answer: FrameLine | undefined }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In a narrow window it stands below the list; beside it, nothing is to move.
    if (section.current && section.current.getBoundingClientRect().top > innerHeight - 64) section.current.scrollIntoView()
  }, [line.frame.id])
  return (
    <section ref={section} aria-label="Frame" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="mono breakable text-12 font-title">
        <SafeText text={line.words} />
      </h3>
      <Shown frame={line.frame} />
      {line.request && line.ms !== undefined && (
        <>
          <p className="text-12 text-text-2">It answers this, after {durationWords(line.ms)}:</p>
          <Shown frame={line.request} />
        </>
      )}
      {answer?.ms !== undefined && (
        <>
          <p className="text-12 text-text-2">
            {answer.kind === 'error' ? 'Failed' : 'Answered'} after {durationWords(answer.ms)}:
          </p>
          <Shown frame={answer.frame} />
        </>
      )}
    </section>
  )
}

function Shown({ frame }: { readonly frame: Frame }) {
  const Arrow = frame.direction === 'sent' ? ArrowRight : ArrowLeft
  const { code, whole } = pretty(frame.json)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <CodeBlock
        code={code}
        language="json"
        heading={
          <>
            <Arrow size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            {frame.direction === 'sent' ? 'Sent by Parley' : `Written by ${frame.serverId}`}
            <span className="num cut">
              {timeWords(frame.at, true)} · {sizeWords(frame.bytes)}
            </span>
          </>
        }
      />
      {!whole && <p className="text-12 text-text-3">Only its beginning was kept.</p>}
    </div>
  )
}

function pretty(json: string): { readonly code: string; readonly whole: boolean } {
  try {
    return { code: JSON.stringify(JSON.parse(json), null, 2), whole: true }
  } catch {
    // A long frame was cut and is no longer JSON; it is shown as it was kept.
    return { code: json, whole: false }
  }
}
