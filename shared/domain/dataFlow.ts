import * as z from 'zod'
import type { Message } from '../i18n/message'
import type { ReachedHosts } from './catalog'
import type { CallId, ServerId } from './ids'

/** What a server touches. Parley warns when private data, text from strangers and a way out meet in one conversation. */
export const ExposureKind = z.enum(['readsPrivate', 'bringsOutside', 'sendsOut'])
export type ExposureKind = z.infer<typeof ExposureKind>

/**
 * The user's statements about what a server touches: `parley.touches` in `servers.json`. Parley guesses missing values and marks them as
 * guesses.
 */
export const ExposureSettings = z.object({ readsPrivate: z.boolean(), bringsOutside: z.boolean(), sendsOut: z.boolean() }).partial()
export type ExposureSettings = z.infer<typeof ExposureSettings>

/** What a server touches, as Parley uses it: the user's statement, or a guess with its reason. */
export type KnownExposure = {
  readonly [Name in ExposureKind]: { readonly is: boolean; readonly by: 'you' | 'guess'; readonly because: Message }
}

/** The source of some data in the conversation: a call, or something that the person attached. */
export interface DataFlowSource {
  readonly serverId: ServerId
  /** Absent for an attachment. */
  readonly callId?: CallId
  /** The position of the call in the conversation, counted from 1. */
  readonly number?: number
  /** The name of the tool or of the attachment. */
  readonly tool: string
  /** The kind of attachment. Absent for a call. */
  readonly attached?: 'resource' | 'skill' | 'prompt' | 'app' | 'conversation'
  readonly at: number
  /** Whether the exposure is a guess. `because` gives the reason for the guess. */
  readonly guessed: boolean
  readonly because: Message
}

/**
 * A call that would bring private data, text from outside and a way out together. `privateData` and `outsideText` list the calls that
 * brought them.
 * If the server of the checked call holds private data itself, `privateData` lists the checked call too. The way out is the checked call.
 */
export interface DataFlowFinding {
  readonly privateData: readonly DataFlowSource[]
  readonly outsideText: readonly DataFlowSource[]
  readonly wayOut: {
    readonly serverId: ServerId
    readonly guessed: boolean
    readonly because: Message
    /** Set where what the call is given goes into an app that may reach hosts, whether or not its server sends anything out. */
    readonly app?: AppWayOut
  }
}

/** An app of the called server that gets what the call is given. */
export interface AppWayOut {
  /** The address of its interface, `ui://…`. */
  readonly resourceUri: string
  /** Whom it may reach: never nobody. */
  readonly reaches: ReachedHosts
}

/** The value of the topic `servers.exposure`. */
export type ExposureByServer = Readonly<Record<ServerId, KnownExposure>>

/** A piece of an argument that appears word for word in an earlier result. Offsets count UTF-16 units in the argument's text. */
export interface ArgumentTrace {
  /** Keys that lead to the argument, from the outside in. */
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  readonly source: DataFlowSource
}
