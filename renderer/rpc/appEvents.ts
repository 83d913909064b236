import type { AppEvent, AppId, AppStates } from '../../shared/domain/apps/app'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import { currentHostClient } from './currentHostClient'

/** Hears what happens at the server of an app from now on. What was missed is not told again. Returns a function that stops it. */
export function followAppEvents(appId: AppId, onEvent: (event: AppEvent) => void): () => void {
  return currentHostClient().follow('apps.events', appId, 0, {
    onEvents: (events) => {
      for (const { event } of events) onEvent(trustHostValue<AppEvent>(event))
    },
    onGap: () => undefined,
  })
}

/** Hears which apps are open, now and whenever that changes, whatever the page shows. Returns a function that stops it. */
export function followAppStates(onStates: (states: AppStates) => void): () => void {
  return currentHostClient().watch('apps.states', (states) => onStates(trustHostValue<AppStates>(states)))
}
