import { useEffect, useRef, useState } from 'react'
import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'

export interface KeyTrial {
  readonly trying: boolean
  /** Why the last trial failed. */
  readonly failed: AppErrorData | undefined
  /** Asks the provider with this key. Resolves to its models, or to undefined when that failed or was stopped. */
  readonly start: (key: string) => Promise<readonly string[] | undefined>
  readonly stop: () => void
  /** Forgets the failure, because another key is typed. */
  readonly clear: () => void
}

/** Tries a key of a provider before it is kept. A form that goes away stops it. */
export function useKeyTrial({ id, kind, baseUrl }: ProviderView): KeyTrial {
  const [trying, setTrying] = useState(false)
  const [failed, setFailed] = useState<AppErrorData>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (key: string): Promise<readonly string[] | undefined> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setTrying(true)
    setFailed(undefined)
    const check = await callHost(
      'models.check',
      { providerId: id, kind, key, ...(baseUrl !== undefined && { baseUrl }) },
      controller.signal,
    )
      // What the call itself threw is a failed trial too.
      .catch((thrown: unknown) => ({ ok: false, error: AppError.from(thrown).toData() }) as const)
    if (running.current !== controller || controller.signal.aborted) return undefined
    setTrying(false)
    if (check.ok) return check.models
    setFailed(check.error)
    return undefined
  }
  const stop = (): void => {
    running.current?.abort()
    setTrying(false)
  }
  return { trying, failed, start, stop, clear: () => setFailed(undefined) }
}
