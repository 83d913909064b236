import * as z from 'zod'
import type { Message } from '../messages/message'
import type { CallId, ServerId } from './ids'

/** What a server touches. Private data, text that strangers wrote, and a way out must not meet in one conversation unseen. */
export const ExposureKind = z.enum(['readsPrivate', 'bringsOutside', 'sendsOut'])
export type ExposureKind = z.infer<typeof ExposureKind>

/** What the user says a server touches. What is left out is guessed, and shown as a guess. `parley.touches` in `servers.json`. */
export const ExposureSettings = z.object({ readsPrivate: z.boolean(), bringsOutside: z.boolean(), sendsOut: z.boolean() }).partial()
export type ExposureSettings = z.infer<typeof ExposureSettings>

/** What counts of one server: what the user said, else a guess, with what it was guessed from. */
export type KnownExposure = {
  readonly [Name in ExposureKind]: { readonly is: boolean; readonly by: 'you' | 'guess'; readonly because: Message }
}

/** What brought something into the conversation: a call, or something that the person attached. */
export interface DataFlowSource {
  readonly serverId: ServerId
  /** Absent for what was attached. */
  readonly callId?: CallId
  /** Which call of the conversation it was, counted from 1. */
  readonly number?: number
  /** The tool's name, or the name of what was attached. */
  readonly tool: string
  /** What the person attached, where it was no call. */
  readonly attached?: 'resource' | 'skill' | 'prompt'
  readonly at: number
  /** Whether the mark that counts here is a guess, and what it was guessed from. */
  readonly guessed: boolean
  readonly because: Message
}

/**
 * A call that would let private data and text from outside meet a way out. `privateData` and `outsideText` hold the calls that brought
 * them (for private data the asked call itself, where its own server holds it too); the way out is the asked call.
 */
export interface DataFlowFinding {
  readonly privateData: readonly DataFlowSource[]
  readonly outsideText: readonly DataFlowSource[]
  readonly wayOut: { readonly serverId: ServerId; readonly guessed: boolean; readonly because: Message }
}

/** The value of the topic `servers.exposure`. */
export type ExposureByServer = Readonly<Record<ServerId, KnownExposure>>

/** A piece of an argument that stands in an earlier result word for word. Offsets count UTF-16 units in the argument's text. */
export interface ArgumentTrace {
  /** Keys that lead to the argument, from the outside in. */
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  readonly source: DataFlowSource
}
