import type { StartedApp } from '../../../../shared/domain/apps/app'
import { isNeverGiven } from '../../../../shared/domain/apps/appDevices'
import type { Call } from '../../../../shared/domain/chat'
import type { AppError } from '../../../../shared/errors/appError'
import type { PooledFrameEnd } from '../../../confinedFrame/framePool'
import type { AppSimulation, AppViolation } from '../../../state/appFacts'
import type { AppLine } from './lines/appLineList'
import type { AppSize, DisplayMode } from './bridge/appRequests'
import type { Dimensions } from './bridge/hostContext'
import { FRAME_HEIGHTS, nextHeight, PIP_HEIGHTS, type FrameHeight } from './frameHeight'

/** Where an app is shown: in the conversation, over the whole window, small in a corner, or beside the conversation. */
export type AppPlace = 'inline' | 'fullscreen' | 'pip' | 'pinned'

/**
 * Why an app is no longer there. Of its frame: see `PooledFrameEnd`. `notReady`: it loaded, and said nothing. `host`: the host ended it. `closed`: a
 * person closed it, or the app wished so.
 */
export type AppEnd = PooledFrameEnd | 'notReady' | 'host' | 'closed'

export type AppPhase =
  /** Nobody has started it. */
  | { readonly name: 'waiting' }
  | { readonly name: 'starting' }
  | { readonly name: 'running' }
  | { readonly name: 'ended'; readonly why: AppEnd }
  | { readonly name: 'failed'; readonly error: AppError }

/** An app as the page shows it. */
export interface AppView {
  readonly phase: AppPhase
  /** Of the last start. */
  readonly started?: StartedApp
  readonly place: AppPlace
  /** The modes that the app says it can be shown in. Undefined: it does not say. */
  readonly modes?: readonly DisplayMode[]
  /** Its height in the conversation and in the corner. */
  readonly heights: Readonly<Record<'inline' | 'pip', FrameHeight>>
  readonly lines: readonly AppLine[]
  /** What it was refused since it was started, also where its line was dismissed. */
  readonly violations: readonly AppViolation[]
  /** The size that it last asked for. */
  readonly wanted?: AppSize
  /** What it may have where it is seen. Undefined until it was seen. */
  readonly dimensions?: Dimensions
  /** What whoever writes it pretends. */
  readonly simulation: AppSimulation
  /** The browser cannot shut it in, and the person lets it run all the same. */
  readonly unprotected?: true
  /** A person has answered for what the app says it needs, or put it off. */
  readonly answered: boolean
  /** It is not open, and the person wants to see no more than its bar. */
  readonly putAway: boolean
}

/** Many apps fill the height that they have, and never ask for another. */
const STARTING_PX = 320

export const newView: AppView = {
  phase: { name: 'waiting' },
  place: 'inline',
  heights: { inline: { px: STARTING_PX, since: -Infinity }, pip: { px: STARTING_PX, since: -Infinity } },
  lines: [],
  violations: [],
  simulation: {},
  answered: false,
  putAway: false,
}

/** Pure: the view of the app of a call that nobody has started in this page. Its place is as high as it was. */
export function viewOf({ ui }: Pick<Call, 'ui'>): AppView {
  const px = Math.min(FRAME_HEIGHTS.most, Math.max(FRAME_HEIGHTS.least, ui?.height ?? STARTING_PX))
  return { ...newView, heights: { ...newView.heights, inline: { px, since: -Infinity } } }
}

/** Pure: the view of an app that is started anew: of the one before only its place, its size and what is pretended are left. */
export const startingView = ({ place, heights, simulation, modes, dimensions }: AppView): AppView => ({
  ...newView,
  place,
  heights,
  simulation,
  ...(modes && { modes }),
  ...(dimensions && { dimensions }),
  phase: { name: 'starting' },
})

/** Pure: whether it has a frame. */
export const isOpen = ({ phase }: AppView): boolean => phase.name === 'starting' || phase.name === 'running'

/**
 * Pure: whether Parley draws no edge and no ground of its own around an app in the conversation, because its server wants none. Elsewhere the app
 * lies over or beside what Parley says. The bar above it, the server's edge beside it and a line below it, its own or that of what follows, stay: without them an app could look
 * like Parley's own words.
 */
export function isBare(view: AppView): boolean {
  return isOpen(view) && view.place === 'inline' && view.started?.prefersBorder === false
}

/** Pure: the size that an app may have: that of its place, no wider than its author pretends. Undefined until it was seen. */
export function roomOf({ dimensions, simulation: { width } }: AppView): Dimensions | undefined {
  return dimensions && width !== undefined ? { ...dimensions, width: Math.min(width, dimensions.width) } : dimensions
}

/** Pure: the mode that an app knows its place as. */
export const modeOf = (place: AppPlace): DisplayMode => (place === 'pinned' ? 'inline' : place)

/** Pure: whether an app can be shown somewhere. It must not be where it says that it cannot; in the conversation it always can. */
export function canBeShown({ modes }: AppView, place: AppPlace): boolean {
  return place === 'inline' || modes === undefined || modes.includes(modeOf(place))
}

/** Pure: a started app that is told nothing of the arguments of its call. */
export function withoutInput({ input: _input, partial: _partial, ...started }: StartedApp): StartedApp {
  return started
}

/** Pure: what an app needs and is not allowed. */
export function missingReach({ declared, grant }: StartedApp): {
  readonly origins: readonly string[]
  readonly permissions: StartedApp['declared']['permissions']
} {
  const { connect, load, frames } = declared.reach
  return {
    origins: [...new Set([...connect, ...load, ...frames])].filter((origin) => !grant.origins.includes(origin)),
    permissions: declared.permissions.filter((permission) => !grant.permissions.includes(permission) && !isNeverGiven(permission)),
  }
}

/** Pure: the heights in a new place. In the corner an app begins as high as it is in the conversation, as far as there is room. */
export function heightsAt(place: AppPlace, heights: AppView['heights']): AppView['heights'] {
  if (place !== 'pip' || heights.pip.since !== -Infinity) return heights
  return { ...heights, pip: { px: Math.min(heights.inline.px, PIP_HEIGHTS.most), since: -Infinity } }
}

/** Pure: what changes when an app asks for a size. In a place that it fills it has the height of the place, whatever it asks for. */
export function withSize({ place, heights }: AppView, wanted: AppSize, now: number): Partial<AppView> {
  const { height } = wanted
  if (height === undefined || place === 'fullscreen' || place === 'pinned') return { wanted }
  const bounds = place === 'pip' ? PIP_HEIGHTS : FRAME_HEIGHTS
  const next = nextHeight(heights[place], height, { now, bounds })
  return next === heights[place] ? { wanted } : { wanted, heights: { ...heights, [place]: next } }
}
