import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets what has already happened be noticed: effects first, then React Query, which tells of it a moment later, then what follows. */
export async function settle(): Promise<void> {
  // A clock that stands still has to be moved for React Query to tell.
  if (vi.isFakeTimers()) return passTime(1)
  for (let turn = 0; turn < 4; turn++) await act(async () => new Promise((resolve) => setTimeout(resolve)))
}

/** Moves the clock of a test that has fake timers by so many milliseconds. */
export function passTime(ms: number): Promise<void> {
  return act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
}
