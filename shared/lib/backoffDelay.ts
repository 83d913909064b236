export interface BackoffOptions {
  /** The pause after the first failure, in milliseconds. */
  readonly firstMs: number
  /** No pause is longer, in milliseconds. */
  readonly mostMs: number
}

/**
 * Pure: how long to wait, in milliseconds, before something is tried again: twice as long after every failure, up to `mostMs`.
 * @param failures how often it has failed before this failure: 0 gives `firstMs`
 */
export function backoffDelay(failures: number, { firstMs, mostMs }: BackoffOptions): number {
  return Math.min(mostMs, firstMs * 2 ** failures)
}
