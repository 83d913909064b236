import type { DataFlowFinding, DataFlowSource, KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import type { CallId, ServerId } from '../../shared/domain/ids'

/** Something that came into a conversation. */
export type TaintSource = Omit<DataFlowSource, 'guessed' | 'because'>

/** The call that is being decided. */
export interface AskedCall {
  readonly serverId: ServerId
  readonly callId: CallId
  readonly number?: number
  readonly tool: string
  readonly at: number
  /** Its server says of this tool that it changes things outside of this computer. */
  readonly publishes: boolean
}

/** As many of each kind are named. */
const MOST_NAMED = 50

/**
 * Pure: whether a call would let private data and text from outside meet a way out. What a server has told goes back to it unasked, unless
 * the user said that it can send data out, or its own tool is said to change things outside: then others may read it there.
 */
export function detectExfiltration(
  soFar: readonly TaintSource[],
  asked: AskedCall,
  exposure: (serverId: ServerId) => KnownExposure,
): DataFlowFinding | undefined {
  const { sendsOut, readsPrivate } = exposure(asked.serverId)
  if (!sendsOut.is) return undefined
  const ownCounts = sendsOut.by === 'you' || asked.publishes
  const named = (brought: TaintSource, touch: ExposureKind): DataFlowSource => {
    const { by, because } = exposure(brought.serverId)[touch]
    return { ...brought, guessed: by === 'guess', because }
  }
  const outside = soFar.filter(({ serverId }) => exposure(serverId).bringsOutside.is)
  if (outside.length === 0) return undefined
  const told = soFar.filter(({ serverId }) => (ownCounts || serverId !== asked.serverId) && exposure(serverId).readsPrivate.is)
  const held = told.length === 0 && ownCounts && readsPrivate.is ? [itself(asked)] : []
  if (told.length + held.length === 0) return undefined
  return {
    privateData: [...told.slice(-MOST_NAMED), ...held].map((brought) => named(brought, 'readsPrivate')),
    outsideText: outside.slice(-MOST_NAMED).map((brought) => named(brought, 'bringsOutside')),
    wayOut: { serverId: asked.serverId, guessed: sendsOut.by === 'guess', because: sendsOut.because },
  }
}

/** What the server of the asked call holds itself may go out with it, without having been told before. */
function itself({ publishes: _publishes, ...brought }: AskedCall): TaintSource {
  return brought
}
