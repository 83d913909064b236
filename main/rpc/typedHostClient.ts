import { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf, TopicName, ValueOf } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import type { HostClient } from '../../shared/rpc/hostClient'

/** A host answers at once when it stops what it can stop. Nobody waits longer for what it cannot. */
const STOPS_WITHIN_MS = 1_000

/** The contract as typed functions, for a caller without a screen. */
export interface TypedHostClient {
  /** @throws {AppError} the error of the host's reply; the signal's reason when it aborts and no reply comes within a second */
  call<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>>
  watch<N extends TopicName>(topic: N, listener: (value: ValueOf<N>) => void): () => void
  /** Resolves with the value of a topic as soon as it is as wanted. @throws the signal's reason when it aborts first */
  until<N extends TopicName>(topic: N, isWanted: (value: ValueOf<N>) => boolean, signal?: AbortSignal): Promise<ValueOf<N>>
}

/** Adds the types of the contract to a client of the door. */
export function typedHostClient(client: HostClient, newId: () => string): TypedHostClient {
  const watch: TypedHostClient['watch'] = (topic, listener) =>
    client.watch(topic, (value) => listener(trustHostValue<ValueOf<typeof topic>>(value)))
  return {
    watch,
    async call(name, input, signal) {
      const id = newId()
      const givenUp = Promise.withResolvers<never>()
      let timer: ReturnType<typeof setTimeout> | undefined
      const cancel = (): void => {
        client.cancel(id)
        timer = setTimeout(() => givenUp.reject(signal?.reason), STOPS_WITHIN_MS)
      }
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel, { once: true })
      const reply = await Promise.race([client.call(name, input, id), givenUp.promise]).finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      })
      if (reply.ok) return trustHostValue<OutputOf<typeof name>>(reply.value)
      throw AppError.fromData(reply.error)
    },
    async until(topic, isWanted, signal) {
      const seen = Promise.withResolvers<ValueOf<typeof topic>>()
      const leave = watch(topic, (value) => {
        if (isWanted(value)) seen.resolve(value)
      })
      const giveUp = (): void => seen.reject(signal?.reason)
      signal?.addEventListener('abort', giveUp, { once: true })
      if (signal?.aborted) giveUp()
      try {
        return await seen.promise
      } finally {
        signal?.removeEventListener('abort', giveUp)
        leave()
      }
    },
  }
}
