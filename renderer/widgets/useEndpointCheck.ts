import { useEffect, useEffectEvent, useState } from 'react'
import type { ProviderCheck } from '../../shared/domain/models/modelProvider'
import { AppError } from '../../shared/errors/appError'
import type { InputOf } from '../../shared/rpc/contract'
import { callHost } from '../rpc/callHost'

export type CheckState =
  { readonly step: 'empty' } | { readonly step: 'asking' } | { readonly step: 'answered'; readonly check: ProviderCheck }

const pauseMs = 500

/** Asks an endpoint for its models after the input has not changed for half a second. Cancels an older request. */
export function useEndpointCheck(input: InputOf<'models.check'> | undefined): CheckState {
  const key = input === undefined ? undefined : JSON.stringify(input)
  const [answer, setAnswer] = useState<{ readonly key: string; readonly check: ProviderCheck } | undefined>()
  // The key contains the input's values, because the object itself is new at every render.
  const ask = useEffectEvent((signal: AbortSignal) => callHost('models.check', input ?? {}, signal))
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      ask(controller.signal).then(
        (check) => setAnswer({ key, check }),
        (thrown: unknown) => {
          if (!controller.signal.aborted) setAnswer({ key, check: { ok: false, error: AppError.from(thrown).toData() } })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])
  if (key === undefined) return { step: 'empty' }
  return answer?.key === key ? { step: 'answered', check: answer.check } : { step: 'asking' }
}
