import type { StartedApp } from '../../../../../shared/domain/apps/app'
import { tellAppFacts, type AppMeasures, type AppSimulation } from '../../../../state/appFacts'
import type { AppInstance } from '../appInstance'
import { isOpen, roomOf, type AppView } from '../appView'

/** Tells whoever writes apps what an app is like, whenever that changes, from its first start on. Returns a function that stops it. */
export function followFacts(app: AppInstance, reload: () => void): () => void {
  const { callId, conversationId, tool, calledAt } = app
  const simulate = (simulation: AppSimulation): void => {
    const before = app.view.simulation.call
    app.simulate(simulation)
    if (simulation.call !== before) reload()
  }
  let last: StartedApp | undefined
  return app.store.subscribe((view) => {
    const { started = last, violations } = view
    last = started
    if (started)
      tellAppFacts({
        callId,
        conversationId,
        tool,
        calledAt,
        isOpen: isOpen(view),
        unprotected: isOpen(view) && view.unprotected === true,
        started,
        violations,
        measures: measuresOf(view),
        simulation: view.simulation,
        simulate,
        reload,
      })
  })
}

/** Pure: what the app would like and what it has. In a place that it fills, its height is that of the place. */
export function measuresOf(view: AppView): AppMeasures {
  const { place, heights, wanted } = view
  const dimensions = roomOf(view)
  const height = place === 'inline' || place === 'pip' ? heights[place].px : dimensions?.height
  return {
    ...(wanted && { wanted }),
    has: { ...(dimensions && { width: dimensions.width }), ...(height !== undefined && { height }) },
  }
}
