import { createStore, useStore } from 'zustand'
import type { Call } from '../../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../../shared/domain/ids'
import { AppInstance } from './appInstance'
import type { PageFacts } from './currentContext'
import { followFacts } from './author/followFacts'

/** Each open app is a process of the browser. */
const MOST_OPEN = 24

/** The apps of this page, one for each call that showed one, in the order in which the calls were first seen. */
const apps = new Map<CallId, AppInstance>()
/** Those that were drawn. */
const drawn = createStore<{ readonly apps: readonly AppInstance[] }>(() => ({ apps: [] }))

/** Returns the app of a call: the one that there is, else a new one that has not started. */
export function appOfCall(call: Call, conversationId: ConversationId, facts: PageFacts): AppInstance {
  const known = apps.get(call.id)
  if (known) return known
  const app = new AppInstance(call, conversationId, facts)
  apps.set(call.id, app)
  followFacts(app, () => void startApp(app))
  return app
}

/** The row of an app is drawn: from now on it is told what changes. */
export function noteDrawn(app: AppInstance): void {
  drawn.setState((before) => (before.apps.includes(app) ? before : { apps: [...before.apps, app] }))
}

/** Starts an app. When too many are open, the one that has been open longest and is not seen is closed. */
export async function startApp(app: AppInstance): Promise<void> {
  const open = [...apps.values()].filter((one) => one !== app && one.isOpen)
  const unseen = open.find((one) => !one.isSeen)
  if (open.length >= MOST_OPEN && unseen) await unseen.close()
  await app.start()
}

/** The apps of this page that were drawn. */
export function useApps(): readonly AppInstance[] {
  return useStore(drawn, (state) => state.apps)
}
