import type { Part } from '../../shared/domain/chat'

/**
 * Pure: returns the parts of a turn that stay when it is tried again: everything up to the last step in which all calls ended by
 * themselves. So no call that had an effect runs twice. Later text, and steps with a call that was stopped or cut off, are dropped.
 */
export function partsKeptOnRetry(parts: readonly Part[]): readonly Part[] {
  const broken = parts.find((part) => part.kind === 'call' && !cameToAnEnd(part))
  const end = broken === undefined ? parts.length : parts.findIndex((part) => sameStep(part, broken))
  const lastCall = parts.slice(0, end).findLastIndex((part) => part.kind === 'call')
  return parts.slice(0, lastCall + 1).filter((part) => part.kind !== 'notice')
}

function cameToAnEnd(part: Extract<Part, { kind: 'call' }>): boolean {
  const { state } = part.call
  return state === 'done' || state === 'failed' || state === 'denied'
}

function sameStep(part: Part, broken: Part): boolean {
  return part === broken || (part.kind === 'call' && broken.kind === 'call' && part.step !== undefined && part.step === broken.step)
}
