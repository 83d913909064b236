import { readAppNotices, type AppNotice } from './appNotices'

/** The longest message that a confined document may send, in UTF-16 code units of its JSON. */
export const FRAME_MESSAGE_CHARACTERS = 2_000_000
/** What a confined document may send at once, and what it regains per second. A page that gets more is not fluent any longer. */
export const FRAME_RATES = {
  messages: { burst: 200, perSecond: 50 },
  /** UTF-16 code units of JSON. */
  characters: { burst: 4_000_000, perSecond: 1_000_000 },
  /** Messages past its outer document, which nobody hears. Their length is not bounded, and each takes the memory of the page. */
  past: { burst: 20, perSecond: 2 },
}

/** The longest message that an app may send, in UTF-16 code units of its JSON. */
export const APP_MESSAGE_CHARACTERS = 1_000_000
/** The code of the error that Parley's page gets in place of an answer of the app that is longer than that. */
export const APP_TOO_LONG_CODE = -32_090
/** What passes from an app to Parley's page. What is more waits in the outer document, within `APP_WAITING`; then the app is ended. */
export const APP_RATES = {
  messages: { burst: 100, perSecond: 100 },
  /** UTF-16 code units of JSON. */
  characters: { burst: 2_000_000, perSecond: 2_000_000 },
}
export const APP_WAITING = { messages: 5_000, characters: 20_000_000 }

/** What the outer document tells Parley's page. */
export type FrameReport =
  /** The browser confines the frame. The confined document is loading, and can get messages once it has sent one. */
  | { readonly parleyFrame: 'confined' }
  /** The browser does not confine it, and a person lets it run all the same. The document of the app is loading, with its policy alone. */
  | { readonly parleyFrame: 'unprotected' }
  /** The browser confines the frame, which waits for `LOAD`: no app has it yet. Also the answer to `PING`. */
  | { readonly parleyFrame: 'prepared' }
  /** The browser does not confine it. Nothing of the document was loaded. */
  | { readonly parleyFrame: 'unconfined' }
  /** A message of the confined document, as JSON. Somebody else may have written it. */
  | { readonly parleyFrame: 'message'; readonly json: string }
  /** The document sent too much, and is gone. */
  | { readonly parleyFrame: 'flooded' }
  /** The self-test did not end, or the document of an app did not load. */
  | { readonly parleyFrame: 'late' }
  /** An app's document left for another one, which was not loaded or is not shown. */
  | { readonly parleyFrame: 'left' }
  /** What Parley's script in an app's document noticed. */
  | { readonly parleyFrame: 'notices'; readonly notices: readonly AppNotice[] }

/** What Parley's page says to a prepared outer document: an app has it, or whether it lives. */
export const LOAD = 'parley-load'
export const PING = 'parley-ping'

/** Returns what the outer document says, or undefined for anything else. */
export function readFrameReport(data: unknown): FrameReport | undefined {
  if (typeof data !== 'object' || data === null || !('parleyFrame' in data)) return undefined
  const { parleyFrame } = data
  switch (parleyFrame) {
    case 'confined':
    case 'unprotected':
    case 'prepared':
    case 'unconfined':
    case 'flooded':
    case 'late':
    case 'left':
      return { parleyFrame }
    case 'notices':
      return { parleyFrame, notices: readAppNotices('notices' in data ? data.notices : undefined) }
    default:
  }
  if (parleyFrame !== 'message' || !('json' in data) || typeof data.json !== 'string') return undefined
  return data.json.length <= FRAME_MESSAGE_CHARACTERS ? { parleyFrame, json: data.json } : undefined
}

/** How much may come at once, and how much more with every second. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Holds what a confined document sends to a rate (token bucket). */
export class MessageBudget {
  readonly #rate: Rate
  readonly #now: () => number
  #left: number
  #at: number

  /** @param now Milliseconds that only grow. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#left = rate.burst
    this.#at = now()
  }

  /** Returns false, and takes nothing, when this is more than there is. */
  take(amount = 1): boolean {
    const { burst, perSecond } = this.#rate
    const now = this.#now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1_000) * perSecond)
    this.#at = now
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }
}
