import { act } from 'react'

/** Lets what has already happened be noticed: effects first, then React Query, which tells of it a moment later, then what follows. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await act(async () => new Promise((resolve) => setTimeout(resolve)))
}
