import { useCallback, useEffect } from 'react'
import { framePool } from '../../../confinedFrame/framePool'
import { useFramePlace } from '../../../confinedFrame/useFramePlace'
import { t } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import type { AppInstance } from './appInstance'
import { useAppName } from './appNames'
import { isBare, type AppView } from './appView'
import { FRAME_HEIGHTS, PIP_HEIGHTS } from './frameHeight'

export interface AppSlotProps {
  readonly app: AppInstance
  readonly view: AppView
}

/** The place in which an app is seen. What stands right of its edge is the server's. Its height in the conversation is the app's wish. */
export function AppSlot({ app, view }: AppSlotProps) {
  const { place, heights, phase, started, simulation } = view
  const fills = place === 'fullscreen' || place === 'pinned'
  const height = place === 'pip' ? heights.pip.px : heights.inline.px
  return (
    <div
      className={classNames(
        'relative min-h-0 border-s-3 border-s-quote-edge',
        fills && 'grow',
        isBare(view) && 'border-b-line-strong [&:has(+.contents:empty)]:border-b',
      )}
      style={{ ...(!fills && { height: `${height}px` }), ...(simulation.width !== undefined && { maxWidth: `${simulation.width}px` }) }}
    >
      {started && <Frame key={started.appId} app={app} />}
      {phase.name === 'starting' && <Starting ground={isBare(view) ? 'bg-surface' : 'bg-raised'} />}
    </div>
  )
}

/** Rows of fixed height over the frame, which is there already and still empty. */
function Starting({ ground }: { readonly ground: string }) {
  return (
    <div
      role="group"
      aria-busy="true"
      aria-label={t('apps.state.starting')}
      className={classNames('absolute inset-0 grid content-start gap-3 px-4 py-3.5', ground)}
    >
      {['w-2/5', 'w-3/4', 'w-1/2'].map((width) => (
        <span key={width} aria-hidden="true" className={classNames('h-2.5 rounded-[3px] bg-press', width)} />
      ))}
    </div>
  )
}

function Frame({ app }: { readonly app: AppInstance }) {
  const place = useFramePlace(app.callId)
  const title = useAppName(app, 'apps.frame')
  useEffect(() => framePool.name(app.callId, title), [app, title])
  const slot = useCallback(
    (element: HTMLDivElement) => {
      const leave = place(element)
      app.slotChanged(element)
      const observer = new ResizeObserver(() => app.resized(dimensionsOf(element, app.view)))
      observer.observe(element)
      return () => {
        observer.disconnect()
        app.slotChanged(undefined)
        leave?.()
      }
    },
    [app, place],
  )
  return <div ref={slot} className="absolute inset-0" />
}

/** In the conversation and in the corner an app is as high as it likes, up to a height. Elsewhere it fills its place. */
function dimensionsOf({ clientWidth, clientHeight }: HTMLElement, { place }: AppView) {
  const width = clientWidth
  if (place === 'inline') return { width, maxHeight: FRAME_HEIGHTS.most }
  return place === 'pip' ? { width, maxHeight: PIP_HEIGHTS.most } : { width, height: clientHeight }
}
