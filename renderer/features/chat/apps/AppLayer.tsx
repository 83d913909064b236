import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTopic } from '../../../rpc/useTopic'
import { useCoversConversation } from '../../../state/coveredConversation'
import { AppBar } from './AppBar'
import type { AppInstance } from './appInstance'
import { useApps } from './appInstances'
import { AppLines } from './lines/AppLines'
import { useAppName } from './appNames'
import { AppSlot } from './AppSlot'
import { SkipApp } from './SkipApp'
import { isOpen, type AppPlace, type AppView } from './appView'
import { onPageChange } from './currentContext'
import { useIsWideForPin } from './useIsWideForPin'
import { useInertAround } from './useInertAround'

export interface AppLayerProps {
  /** What waits for an answer. The one of the conversation lies below an app in full window. */
  readonly questions: ReactNode
}

/** The apps that are shown elsewhere than under their calls, and what all apps are told of the page. */
export function AppLayer({ questions }: AppLayerProps) {
  const apps = useApps()
  useFollowPage(apps)
  return apps.map((app) => <Elsewhere key={app.callId} app={app} questions={questions} />)
}

function useFollowPage(apps: readonly AppInstance[]): void {
  const facts = useTopic('app')
  useEffect(() => {
    if (!facts) return undefined
    return onPageChange(() => {
      for (const app of apps) app.factsChanged(facts)
    })
  }, [apps, facts])
}

function Elsewhere({ app, questions }: AppLayerProps & { readonly app: AppInstance }) {
  const view = useStore(app.store)
  const wide = useIsWideForPin()
  const { place } = view
  useEffect(() => {
    // There is no room beside the conversation any more.
    if (place === 'pinned' && !wide) app.setPlace('inline')
  }, [app, place, wide])
  if (!isOpen(view) || place === 'inline') return null
  if (place === 'fullscreen') return <FullWindow app={app} view={view} questions={questions} />
  return place === 'pip' ? <InCorner app={app} view={view} /> : <Pinned app={app} view={view} />
}

interface ElsewhereProps {
  readonly app: AppInstance
  readonly view: AppView
}

/** Over the whole window, and under every question: all of it is inside of the main pane, which dialogs lie over. */
function FullWindow({ app, view, questions }: ElsewhereProps & AppLayerProps) {
  const region = useRef<HTMLElement>(null)
  useInertAround(region)
  useCoversConversation()
  useEffect(() => {
    region.current?.focus()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]')) return
      event.preventDefault()
      app.setPlace('inline')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [app])
  return (
    <section
      ref={region}
      data-app-region
      tabIndex={-1}
      aria-label={useAppName(app, 'apps.region')}
      className="fixed inset-0 z-(--z-palette) flex flex-col bg-raised outline-none"
    >
      <Whole app={app} view={view} at="fullscreen" />
      <div className="px-2 has-[[role=status]:not(:empty)]:py-2">{questions}</div>
    </section>
  )
}

function InCorner({ app, view }: ElsewhereProps) {
  useCoversConversation()
  return (
    <Beside
      app={app}
      view={view}
      at="pip"
      className="fixed end-4 top-[calc(var(--h-bar)+0.75rem)] z-(--z-sticky) w-72 overflow-hidden rounded-3 bg-raised shadow-menu"
    />
  )
}

function Pinned({ app, view }: ElsewhereProps) {
  useEffect(() => {
    const page = document.documentElement
    page.style.setProperty('--w-pinned', '30rem')
    return () => void page.style.removeProperty('--w-pinned')
  }, [])
  return (
    <Beside
      app={app}
      view={view}
      at="pinned"
      className="fixed end-0 top-0 bottom-0 z-(--z-sticky) flex w-(--w-pinned) flex-col border-s border-line-strong bg-raised"
    />
  )
}

interface PlacedProps extends ElsewhereProps {
  readonly at: AppPlace
}

interface BesideProps extends ElsewhereProps {
  readonly at: 'pip' | 'pinned'
  readonly className: string
}

/** A place that leaves the conversation to the person: the keyboard comes into it with the app, and has a way past it. */
function Beside({ app, view, at, className }: BesideProps) {
  const region = useRef<HTMLElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // What was pressed to bring the app here is gone. Whoever is elsewhere stays there.
    if (document.activeElement === document.body) region.current?.focus()
  }, [])
  return (
    <>
      {/* The row of the app in the conversation has its name. */}
      <section ref={region} data-app-region tabIndex={-1} aria-label={useAppName(app, `apps.region.${at}`)} className={className}>
        <SkipApp server={app.serverId} after={after} />
        <Whole app={app} view={view} at={at} />
      </section>
      <span ref={after} tabIndex={-1} />
    </>
  )
}

function Whole({ app, view, at }: PlacedProps) {
  return (
    <>
      <AppBar app={app} view={view} server={app.serverId} at={at} />
      <AppSlot app={app} view={view} />
      <AppLines app={app} view={view} />
    </>
  )
}
