import type * as z from 'zod'

/**
 * A request with one reply. `input` is a runtime schema because the renderer is not trusted. `output` is only a type because the host is
 * trusted.
 *
 * The docstring of each call names its result and its own errors, by the codes in shared/errors/appError.ts. Every call may also fail with
 * INVALID_INPUT (its input does not parse), CANCELLED (the page cancelled it, or closed), NOT_SAVED (the disk is full, may only be read, or
 * fails) and INTERNAL (a defect). What was answered as done is on disk: it survives a crash of Parley at any later instant.
 *
 * "Those of a server" are the errors of a request to a server: SERVER_NOT_READY, SERVER_UNREACHABLE, SERVER_EXITED, SERVER_ERROR,
 * PROTOCOL_ERROR, MESSAGE_TOO_LARGE, INVALID_ARGUMENTS, INTERRUPTED, TIMED_OUT, POLICY, and for a sign-in SIGN_IN_REQUIRED, SIGN_IN_FAILED,
 * RIGHTS_REQUIRED and CREDENTIALS_REFUSED. FILE_UNREADABLE means that a file of the data folder cannot be read.
 *
 * Times are milliseconds since 1970. Names of durations end in `Ms`. Sizes in bytes are called bytes. A limit on a text counts UTF-16
 * units.
 */
export interface Call<I extends z.ZodType, O> {
  readonly input: I
  readonly output?: O
}
/** Declares a call: `call<Output>()(inputSchema)`. */
export const call =
  <O>() =>
  <I extends z.ZodType>(input: I): Call<I, O> => ({ input })

/** Always has a current value. A page that watches it gets the value at once and after every change. */
export interface Topic<T> {
  readonly value?: T
}
/** Declares a topic: `topic<Value>()`. main/topics.ts provides its value. */
export const topic = <T>(): Topic<T> => ({})

/** Events in order, under a key (a conversation, a server). Each has a number that counts up from 1. */
export interface Feed<E> {
  readonly event?: E
}
/** Declares a feed: `feed<Event>()`. */
export const feed = <E>(): Feed<E> => ({})
