import type * as z from 'zod'

/**
 * Ask, and get one reply. `input` is a runtime schema because the renderer is not trusted; output is a type because the host is.
 *
 * The docstring of each call names its result and its own errors, by the codes of shared/errors/appError.ts. Any call may also fail with
 * INVALID_INPUT (its input does not parse), CANCELLED (the page cancelled it, or left) and INTERNAL (a defect).
 *
 * "Those of a server" are the ways in which a request to a server fails: SERVER_NOT_READY, SERVER_UNREACHABLE, SERVER_EXITED, SERVER_ERROR,
 * PROTOCOL_ERROR, MESSAGE_TOO_LARGE, INVALID_ARGUMENTS, INTERRUPTED, TIMED_OUT, POLICY, and for a sign-in SIGN_IN_REQUIRED,
 * SIGN_IN_FAILED, RIGHTS_REQUIRED and CREDENTIALS_REFUSED. FILE_UNREADABLE is a file of the data folder that cannot be read as it is.
 *
 * Times are milliseconds since 1970, durations end in `Ms`, sizes in bytes are called bytes. A limit on a text counts UTF-16 units.
 */
export interface Call<I extends z.ZodType, O> {
  readonly input: I
  readonly output?: O
}
/** Declares a call: `call<Output>()(inputSchema)`. */
export const call =
  <O>() =>
  <I extends z.ZodType>(input: I): Call<I, O> => ({ input })

/** A value that always has a current value. Whoever watches gets it at once and on every change. */
export interface Topic<T> {
  readonly value?: T
}
/** Declares a topic: `topic<Value>()`. Where its value comes from is in main/topics.ts. */
export const topic = <T>(): Topic<T> => ({})

/** Things that happen, in order, under a key (a conversation, a server). Each has a number that counts up from 1. */
export interface Feed<E> {
  readonly event?: E
}
/** Declares a feed: `feed<Event>()`. */
export const feed = <E>(): Feed<E> => ({})
