import type { AppEvent, AppId } from '../../shared/domain/apps/app'
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
