import { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf, TopicName, ValueOf } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import type { HostClient } from '../../shared/rpc/hostClient'

/** The contract as typed functions, for a caller without a screen. */
export interface TypedHostClient {
  /** @throws {AppError} the error of the host's reply */
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
      const cancel = (): void => client.cancel(id)
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel, { once: true })
      const reply = await client.call(name, input, id)
      signal?.removeEventListener('abort', cancel)
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
