import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Frame } from '../../../shared/domain/frame'
import type { CallId } from '../../../shared/domain/ids'
import { useHostQuery } from '../../rpc/useCall'
import { CodeBlock } from '../../ui/CodeBlock'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { sizeWords } from '../../ui/words'

/** "What was sent": the frames of one call, as they went over the wire, without secrets. */
export function CallFrames({ callId, server }: { readonly callId: CallId; readonly server: string }) {
  const frames = useHostQuery('chat.frames', { callId })
  if (frames.error) return <ErrorNotice error={frames.error} />
  if (!frames.data) return <Skeleton rows={2} label="What was sent" />
  if (frames.data.length === 0) return <p className="text-12 text-text-3">Nothing went over the wire for this call.</p>
  return (
    <ol aria-label="What was sent" className="grid gap-2">
      {frames.data.map((frame) => (
        <li key={frame.id}>
          <CodeBlock code={pretty(frame.json)} language="json" heading={<FrameHead frame={frame} server={server} />} />
        </li>
      ))}
    </ol>
  )
}

function FrameHead({ frame, server }: { readonly frame: Frame; readonly server: string }) {
  const Arrow = frame.direction === 'sent' ? ArrowRight : ArrowLeft
  return (
    <>
      <Arrow size={13} strokeWidth={1.75} aria-hidden="true" />
      {frame.direction === 'sent' ? `Sent to ${server}` : `Written by ${server}`}
      <span className="num text-text-3">
        {new Date(frame.at).toISOString().slice(11, 23)} · {sizeWords(frame.bytes)}
      </span>
    </>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // A frame that was cut is no longer JSON, and is shown as it was kept.
    return json
  }
}
