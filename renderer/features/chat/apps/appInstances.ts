import { createStore, useStore } from 'zustand'
import type { Call } from '../../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../../shared/domain/ids'
import { goneConversationFollower } from '../../../rpc/goneConversations'
import { forgetAppFacts } from '../../../state/appFacts'
import { AppInstance } from './appInstance'
import { isOpen, type AppPlace, type AppView } from './appView'
import type { PageFacts } from './currentContext'
import { followFacts } from './author/followFacts'

/** Each open app is a process of the browser. */
const MOST_OPEN = 24

interface Known {
  readonly app: AppInstance
  /** No more is told of it to whoever writes it, and it makes no room for itself. */
  readonly stop: readonly (() => void)[]
}

/** The apps of this page, one for each call that showed one, in the order in which the calls were first seen. */
const apps = new Map<CallId, Known>()
/** Those that were drawn. */
const drawn = createStore<{ readonly apps: readonly AppInstance[] }>(() => ({ apps: [] }))

/** Returns the app of a call: the one that there is, else a new one that has not started. */
export function appOfCall(call: Call, conversationId: ConversationId, facts: PageFacts): AppInstance {
  const known = apps.get(call.id)
  if (known) return known.app
  followGone()
  const app = new AppInstance(call, conversationId, facts)
  apps.set(call.id, { app, stop: [followFacts(app, () => void startApp(app)), makeRoomFor(app)] })
  return app
}

/** Whenever an app comes into a place elsewhere, the one that was there goes back to the conversation: they would lie on each other. */
function makeRoomFor(app: AppInstance): () => void {
  const placeOf = (view: AppView): AppPlace => (isOpen(view) ? view.place : 'inline')
  return app.store.subscribe((view, before) => {
    const place = placeOf(view)
    if (place === 'inline' || place === placeOf(before)) return
    for (const { app: other } of apps.values()) if (other !== app && placeOf(other.view) === place) other.setPlace('inline')
  })
}

/** Nothing that an app did outlives its conversation in this page. */
const followGone = goneConversationFollower((conversationId) => {
  const gone = [...apps.values()].filter(({ app }) => app.conversationId === conversationId)
  if (gone.length === 0) return
  for (const { app, stop } of gone) {
    for (const end of stop) end()
    apps.delete(app.callId)
    // The host ends it too.
    void app.close()
  }
  forgetAppFacts(conversationId)
  drawn.setState((before) => ({ apps: before.apps.filter((app) => app.conversationId !== conversationId) }))
})

/** The row of an app is drawn: from now on it is told what changes. */
export function noteDrawn(app: AppInstance): void {
  drawn.setState((before) => (before.apps.includes(app) ? before : { apps: [...before.apps, app] }))
}

/** Starts an app. When too many are open, the one that has been open longest and is not seen is closed. */
export async function startApp(app: AppInstance): Promise<void> {
  const open = [...apps.values()].map(({ app: one }) => one).filter((one) => one !== app && one.isOpen)
  const unseen = open.find((one) => !one.isSeen)
  if (open.length >= MOST_OPEN && unseen) await unseen.close()
  await app.start()
}

/** The apps of this page that were drawn. */
export function useApps(): readonly AppInstance[] {
  return useStore(drawn, (state) => state.apps)
}
