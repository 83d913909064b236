import type { ReactElement } from 'react'
import { classNames } from './classNames'

/** The ten states of anything in Parley. Each has a shape and a colour, and appears beside its word. */
export type StatusShape = 'ready' | 'busy' | 'off' | 'ask' | 'failed' | 'loop' | 'done' | 'denied' | 'stopped' | 'cutOff'

const colours: Record<StatusShape, string> = {
  ready: 'text-allow',
  busy: 'turning text-accent',
  off: 'text-deny',
  ask: 'text-ask',
  failed: 'text-danger',
  loop: 'text-danger',
  done: 'text-allow',
  denied: 'text-deny',
  stopped: 'text-deny',
  cutOff: 'text-deny',
}

const shapes: Record<StatusShape, ReactElement> = {
  ready: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  busy: (
    <>
      <circle cx="6" cy="6" r="4.25" stroke="currentColor" strokeOpacity=".25" strokeWidth="1.75" />
      <path d="M6 1.75A4.25 4.25 0 0 1 10.25 6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </>
  ),
  off: <circle cx="6" cy="6" r="3.75" stroke="currentColor" strokeWidth="1.5" />,
  ask: <rect x="2.6" y="2.6" width="6.8" height="6.8" rx="1.2" transform="rotate(45 6 6)" fill="currentColor" />,
  failed: <path d="M6 1.6 11 10.4H1z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  loop: (
    <>
      <path d="M1.9 6.8A4.2 4.2 0 0 1 9 3M10.1 5.2A4.2 4.2 0 0 1 3 9" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
      <path d="M10.3 1v2.9H7.4zM1.7 11V8.1h2.9z" fill="currentColor" />
    </>
  ),
  done: <path d="m2 6.3 2.7 2.7L10 3.4" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />,
  denied: (
    <>
      <circle cx="6" cy="6" r="4.2" stroke="currentColor" strokeWidth="1.5" />
      <path d="m3.2 8.8 5.6-5.6" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  stopped: <rect x="2.6" y="2.6" width="6.8" height="6.8" rx="1.4" stroke="currentColor" strokeWidth="1.5" />,
  cutOff: <circle cx="6" cy="6" r="4" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.5 1.7" />,
}

/** The shape of a state without its word. The word must be beside it; see `StatusLabel`. */
export function StatusIcon({ shape, size = 12 }: { readonly shape: StatusShape; readonly size?: 10 | 12 }) {
  return (
    <svg className={classNames('shrink-0', colours[shape])} width={size} height={size} viewBox="0 0 12 12" fill="none" aria-hidden="true">
      {shapes[shape]}
    </svg>
  )
}
