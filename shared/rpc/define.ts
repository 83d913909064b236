import type * as z from 'zod'

/** Ask, and get one reply. `input` is a runtime schema because the renderer is not trusted; output is a type because the host is. */
export interface Call<I extends z.ZodType, O> {
  readonly input: I
  readonly output?: O
}
export const call =
  <O>() =>
  <I extends z.ZodType>(input: I): Call<I, O> => ({ input })

/** A value that always has a current value. */
export interface Topic<T> {
  readonly value?: T
}
export const topic = <T>(): Topic<T> => ({})

/** Things that happen, in order, under a key (a conversation, a server). */
export interface Feed<E> {
  readonly event?: E
}
export const feed = <E>(): Feed<E> => ({})
