import { useEffect, useEffectEvent, useRef } from 'react'
import type { FrameContent } from '../../shared/confinedFrames/frameContentSchema'
import { connectFrame, type FrameConnection, type FrameEnd } from './connectFrame'
import { currentFrameOpener } from './frameOpener'
import { useFocusGuard } from './useFocusGuard'

export interface ConfinedFrameProps {
  /** Read once. Use another key for other content. */
  readonly content: FrameContent
  /** Names the frame for screen readers. */
  readonly title: string
  readonly onConfined: () => void
  /** `failed`: the host gave none. */
  readonly onEnd: (end: FrameEnd | 'failed') => void
  readonly className?: string
}

/** A document that somebody else wrote, in a frame from which nothing gets out. */
export function ConfinedFrame({ content, title, onConfined, onEnd, className }: ConfinedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const ask = useEffectEvent(async () => currentFrameOpener()?.(content))
  const confined = useEffectEvent(() => onConfined())
  const end = useEffectEvent((why: FrameEnd | 'failed') => onEnd(why))
  useFocusGuard(frame)
  useEffect(() => {
    let connection: FrameConnection | undefined
    let gone = false
    const open = async (): Promise<void> => {
      const opened = await ask()
      if (gone || !frame.current) return
      if (!opened) return end('failed')
      connection = connectFrame(frame.current, opened, {
        onConfined: () => confined(),
        onMessage: () => undefined,
        onEnd: (why) => end(why),
      })
    }
    open().catch(() => gone || end('failed'))
    return () => {
      gone = true
      connection?.close()
    }
  }, [])
  return <iframe ref={frame} title={title} className={className} />
}
