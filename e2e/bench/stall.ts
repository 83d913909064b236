/** A time in which the main thread did not turn. */
export interface Stall {
  /** What was being measured. */
  readonly during: string
  /** How much later than asked for the timer rang. */
  readonly lateMs: number
  /** The part of it in which the thread was ready to run and got no processor. */
  readonly queuedMs: number
  /** The part of it in which the thread ran. What is left was spent waiting for a disk or for a new process. */
  readonly ranMs: number
  /** The part of it in which one message over 5 MB was parsed. */
  readonly parsingMs: number
}

/** What a stall costs that is ours to avoid: neither other programs took the time, nor the parsing of one large message. */
export function ownMs({ lateMs, queuedMs, parsingMs }: Stall): number {
  return Math.max(0, lateMs - queuedMs - parsingMs)
}

/** For whoever looks for the reason. */
export function describeStall({ during, lateMs, queuedMs, ranMs, parsingMs }: Stall): string {
  const ms = (value: number): string => `${Math.round(value)} ms`
  return `stall of ${ms(lateMs)} during ${during}: ran ${ms(ranMs)}, ${ms(parsingMs)} of it parsing; waited ${ms(queuedMs)} for a processor`
}
