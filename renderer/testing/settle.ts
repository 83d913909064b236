import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Waits until the page has reacted to all events so far: first effects, then React Query, which reports a moment later, then the results.
 */
export async function settle(): Promise<void> {
  // React Query reports only when the fake clock advances.
  if (vi.isFakeTimers()) return passTime(1)
  for (let turn = 0; turn < 4; turn++) await act(async () => new Promise((resolve) => setTimeout(resolve)))
}

/** Advances the clock of a test with fake timers. */
export function passTime(ms: number): Promise<void> {
  return act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
}
