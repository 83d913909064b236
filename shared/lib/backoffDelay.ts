export interface BackoffOptions {
  /** The pause after the first failure, in milliseconds. */
  readonly firstMs: number
  /** The longest pause, in milliseconds. */
  readonly mostMs: number
}

/**
 * Pure: returns the pause before the next try, in milliseconds. It doubles after every failure, up to `mostMs`.
 * @param failures the number of earlier failures: 0 gives `firstMs`
 */
export function backoffDelay(failures: number, { firstMs, mostMs }: BackoffOptions): number {
  return Math.min(mostMs, firstMs * 2 ** failures)
}
