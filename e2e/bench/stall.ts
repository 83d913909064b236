/** A period in which the event loop of the main thread did not turn. */
export interface Stall {
  /** The measurement that was running. */
  readonly during: string
  /** How late the timer fired. */
  readonly lateMs: number
  /** How much of `lateMs` the thread was ready to run but had no processor. */
  readonly queuedMs: number
  /** How much of `lateMs` the thread ran. In the rest it waited for the disk or for a new process. */
  readonly ranMs: number
  /** How much of `lateMs` went into the parsing of a message over 5 MB. */
  readonly parsingMs: number
}

/**
 * Returns the part of a stall that Parley could avoid. It excludes the time that other programs took and the parsing of a large message.
 */
export function ownMs({ lateMs, queuedMs, parsingMs }: Stall): number {
  return Math.max(0, lateMs - queuedMs - parsingMs)
}

/** Describes a stall for a developer who looks for its cause. */
export function describeStall({ during, lateMs, queuedMs, ranMs, parsingMs }: Stall): string {
  const ms = (value: number): string => `${Math.round(value)} ms`
  return `stall of ${ms(lateMs)} during ${during}: ran ${ms(ranMs)}, ${ms(parsingMs)} of it parsing; waited ${ms(queuedMs)} for a processor`
}
