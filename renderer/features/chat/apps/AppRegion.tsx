import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { AppBar } from './AppBar'
import { AppEndLine } from './lines/AppEndLine'
import { appOfCall, noteDrawn, startApp } from './appInstances'
import type { AppInstance } from './appInstance'
import { AppLines } from './lines/AppLines'
import { useAppName, useNoteRow } from './appNames'
import { AppSlot } from './AppSlot'
import { SkipApp } from './SkipApp'
import { isBare, isOpen, type AppView } from './appView'
import type { PageFacts } from './currentContext'
import { prepareForApp } from './startInHost'

export interface AppRegionProps {
  readonly call: Call
  readonly conversationId: ConversationId
}

/** The app of a call, below it: Parley's bar, the server's frame, and Parley's lines. */
export function AppRegion(props: AppRegionProps) {
  const facts = useTopic('app')
  return facts && <Region {...props} facts={facts} />
}

function Region({ call, conversationId, facts }: AppRegionProps & { readonly facts: PageFacts }) {
  const [app] = useState(() => appOfCall(call, conversationId, facts))
  const view = useStore(app.store)
  const region = useRef<HTMLElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  useEffect(() => noteDrawn(app), [app])
  useNoteRow(app)
  useEffect(() => app.callChanged(call), [app, call])
  useStartWhenSeen(app, call, region)
  usePrepared(view, call)
  const { phase, place } = view
  const inline = place === 'inline'
  useFocusWhenBack(region, inline)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <section
        ref={region}
        data-app-region
        tabIndex={-1}
        aria-label={useAppName(app, 'apps.region')}
        className={classNames(
          'relative grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-3 border',
          isBare(view) ? 'border-transparent' : 'border-line-strong bg-raised',
        )}
      >
        {isOpen(view) && <SkipApp server={call.serverId} after={after} />}
        <AppBar app={app} view={view} server={call.serverId} />
        {isOpen(view) && inline && <AppSlot app={app} view={view} />}
        {isOpen(view) && !inline && (
          <div className="flex min-h-[2.125rem] items-center gap-2 py-1 ps-[0.6875rem] pe-2">
            <span className="grow text-text-2">{t('apps.elsewhere')}</span>
            <Button size="small" onClick={() => app.setPlace('inline')}>
              {t('apps.bringBack')}
            </Button>
          </div>
        )}
        {!isOpen(view) && !view.putAway && <AppEndLine app={app} phase={phase} call={call} height={view.heights.inline.px} />}
        <AppLines app={app} view={view} />
      </section>
      <span ref={after} tabIndex={-1} />
    </div>
  )
}

/** What was pressed elsewhere to bring the app back, or to close it, is gone: the keyboard goes on here, and from nowhere else. */
function useFocusWhenBack(region: RefObject<HTMLElement | null>, isHere: boolean): void {
  const was = useRef(isHere)
  useEffect(() => {
    if (isHere && !was.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
    was.current = isHere
  }, [region, isHere])
}

/** Where there is one app, another comes, or this one anew. While it is about to start, nothing else takes its time. */
function usePrepared({ phase }: AppView, call: Call): void {
  const isNew = useIsNew(call)
  const isStarting = phase.name === 'starting' || (phase.name === 'waiting' && isNew !== false)
  useEffect(() => {
    if (!isStarting) prepareForApp()
  }, [isStarting])
}

/** Whether a call is of this run of Parley. Undefined until the host has said when that began. */
function useIsNew(call: Call): boolean | undefined {
  const runningSince = useTopic('apps.states', (states) => states.runningSince)
  return runningSince === undefined ? undefined : call.startedAt >= runningSince
}

/** An app starts by itself when its row comes near the window, once, and only for a call of this run of Parley. */
function useStartWhenSeen(app: AppInstance, call: Call, region: RefObject<HTMLElement | null>): void {
  const isNew = useIsNew(call)
  useEffect(() => {
    if (!isNew || !region.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (app.view.phase.name === 'waiting' && entries.some(({ isIntersecting }) => isIntersecting)) void startApp(app)
      },
      { rootMargin: '200px' },
    )
    observer.observe(region.current)
    return () => observer.disconnect()
  }, [app, isNew, region])
}
