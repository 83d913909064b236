import { useState } from 'react'
import { AppError } from '../../shared/errors/appError'

export interface Attempt {
  readonly busy: boolean
  /** The last failure. A new try clears it. */
  readonly failed: AppError | undefined
  readonly run: (work: () => Promise<unknown>) => void
}

/** Runs an action of the person that may fail. Reports whether it is running and what went wrong. */
export function useAsyncAction(): Attempt {
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
