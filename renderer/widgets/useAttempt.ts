import { useState } from 'react'
import { AppError } from '../../shared/errors/appError'

export interface Attempt {
  readonly busy: boolean
  /** Why it failed the last time; a new try forgets it. */
  readonly failed: AppError | undefined
  readonly run: (work: () => Promise<unknown>) => void
}

/** Something that a person starts and that may fail: whether it is under way, and what went wrong. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<AppError | undefined>()
  const run = (work: () => Promise<unknown>): void => {
    setBusy(true)
    setFailed(undefined)
    void work()
      .catch((thrown: unknown) => setFailed(AppError.from(thrown)))
      .finally(() => setBusy(false))
  }
  return { busy, failed, run }
}
