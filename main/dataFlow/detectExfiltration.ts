import { isAppTool } from '../../shared/domain/apps/appTool'
import type { AppWayOut, DataFlowFinding, DataFlowSource, KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { TaintSource } from './taintSources'

/** The call that is being decided. */
export interface CallToCheck {
  readonly serverId: ServerId
  readonly callId: CallId
  readonly number?: number
  readonly tool: string
  readonly at: number
  /** Whether the tool is declared to change things outside this computer. */
  readonly publishes: boolean
  /** Set where what it is given goes into an app that may reach hosts: one that shows it, or one whose tool it is. */
  readonly app?: AppWayOut
}

/** How many sources of each kind are named. */
const MOST_NAMED = 50

/**
 * Pure: whether a call would bring private data, text from outside and a way out together. A server may get back its own data without a
 * question. The exceptions are a server that the user marked as sending data out, and a tool declared to change things outside: there
 * others may read it. An app that may reach a host is a way out, whatever was said of its server: the host was allowed to the app.
 */
export function detectExfiltration(
  soFar: readonly TaintSource[],
  asked: CallToCheck,
  exposure: (serverId: ServerId) => KnownExposure,
): DataFlowFinding | undefined {
  const { sendsOut, readsPrivate } = exposure(asked.serverId)
  const { app } = asked
  if (!sendsOut.is && !app) return undefined
  const ownCounts = (sendsOut.is && sendsOut.by === 'you') || asked.publishes
  const named = (brought: TaintSource, touch: ExposureKind): DataFlowSource => {
    const { is, by, because } = exposure(brought.serverId)[touch]
    if (touch === 'bringsOutside' && !is) return { ...brought, guessed: true, because: { id: 'dataFlow.because.appTool' } }
    return { ...brought, guessed: by === 'guess', because }
  }
  const outside = soFar.filter((brought) => isFromAppTool(brought) || exposure(brought.serverId).bringsOutside.is)
  if (outside.length === 0) return undefined
  const told = soFar.filter(({ serverId }) => (ownCounts || serverId !== asked.serverId) && exposure(serverId).readsPrivate.is)
  const held = told.length === 0 && ownCounts && readsPrivate.is ? [itself(asked)] : []
  if (told.length + held.length === 0) return undefined
  return {
    privateData: [...told.slice(-MOST_NAMED), ...held].map((brought) => named(brought, 'readsPrivate')),
    outsideText: outside.slice(-MOST_NAMED).map((brought) => named(brought, 'bringsOutside')),
    wayOut: {
      serverId: asked.serverId,
      guessed: sendsOut.is && sendsOut.by === 'guess',
      because: sendsOut.is ? sendsOut.because : { id: 'dataFlow.because.appReaches' },
      ...(app && { app }),
    },
  }
}

/** An app shows whatever it likes, and others may have written that: what its tools say is text from outside, whatever its server is. */
function isFromAppTool({ tool, attached }: TaintSource): boolean {
  return attached === undefined && isAppTool(tool)
}

/** The called server itself counts as a source, because its tool may send out data that it holds. */
function itself({ publishes: _publishes, app: _app, ...brought }: CallToCheck): TaintSource {
  return brought
}
