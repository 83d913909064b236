import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/errors/appError'
import type { AppFramePolicy, OpenedFrame } from '../../shared/confinedFrames/frameContent'
import type { FrameContent } from '../../shared/confinedFrames/frameContentSchema'
import type { Clock } from '../lib/clock'
import { allowOf, appHeaders, featuresOf, nothingGranted, type AppFrameGrant, type FramePermission } from './appFramePolicy'
import {
  contentDocument,
  outerDocument,
  selfTestDocument,
  type AppContent,
  type ConfinedContent,
  type FrameScripts,
} from './frameDocuments'
import { confinedHeaders, outerHeaders, type Headers } from './framePolicy'

/** Where a shell serves frames. */
export interface FramePlace {
  /** Returns the origin of a frame, which must differ from every other frame's and from the page's. */
  readonly originOf: (id: string) => string
  /** The origins of Parley's page. */
  readonly pages: readonly string[]
  /** Parley's own compiled scripts that run in frames. */
  readonly scripts: FrameScripts
}

export interface FrameAnswer {
  readonly status: 200 | 404
  readonly headers: Headers
  readonly body: string
}

/** The frames that may wait to be loaded at the same time, and the milliseconds that each may wait. */
const WAITING = 16
const WAITS_MS = 60_000

/** The prepared frames that may wait for an app: each page keeps one. One that is forgotten costs its app the time that it would have saved. */
const PREPARED = 8

/** The largest document of an app, in UTF-16 code units. */
export const APP_HTML_CHARACTERS = 5 * 1024 * 1024
/** The frames of apps whose permissions are remembered after they were loaded. A page with more apps asks for no permission in the oldest. */
const REMEMBERED = 200

export interface AppFrame extends Pick<AppContent, 'html'>, Partial<Pick<AppContent, 'stored'>> {
  readonly grant: AppFrameGrant
  /** A person lets it run also where the browser cannot shut it in. The self-test runs all the same, and its headers stay. */
  readonly unprotected?: boolean
  /** The origin of the frame that the page has prepared for an app. It is used if its headers are those of this app. */
  readonly prepared?: string
}

export interface OpenedAppFrame extends OpenedFrame {
  /** What holds its document in, as its headers say it. */
  readonly policy: AppFramePolicy
}

const steps = ['/', '/self-test', '/document'] as const

interface WaitingFrame {
  /** Absent while the frame is prepared and no app has it. */
  readonly content: ConfinedContent | undefined
  /** The headers of the confined document, and of the self-test before it. */
  readonly headers: Headers
  /** The nonce of Parley's own script, the only one that runs. Absent where somebody else wrote the document: it has inline scripts. */
  readonly nonce?: string
  /** Of an app, or of one that may come. */
  readonly granted?: AppFrameGrant
  readonly unprotected?: boolean
  readonly until: number
  /** The only path that is answered next. */
  step: number
}

type NewFrame = Omit<WaitingFrame, 'until' | 'step'>

const nothing: FrameAnswer = { status: 404, headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" }, body: '' }

/**
 * The one owner of the documents that confined frames show. Each frame has an origin of its own with a random name. Its outer document, the
 * self-test and the confined document are given out once each and in this order; then nothing of the frame is left here.
 */
export class ConfinedFrameStore {
  readonly #waiting = new Map<string, WaitingFrame>()
  readonly #prepared = new Map<string, WaitingFrame>()
  readonly #permissions = new Map<string, readonly FramePermission[]>()
  readonly #place: FramePlace | undefined
  readonly #clock: Clock

  /** @param place Absent in a shell without a page. */
  constructor({ place, clock }: { readonly place: FramePlace | undefined; readonly clock: Clock }) {
    this.#place = place
    this.#clock = clock
  }

  /**
   * Makes a frame that can be loaded once. When too many wait, the oldest is forgotten.
   * @throws {AppError} NOT_FOUND in a shell without a page.
   */
  open(content: FrameContent): OpenedFrame {
    const { pages } = this.#placed()
    // Parley's own drawer runs its own script only.
    const nonce = content.kind === 'diagrams' ? newNonce() : undefined
    const own = nonce === undefined ? {} : { nonce }
    return this.#wait({ content, headers: confinedHeaders({ origins: [], ...own }, pages), ...own })
  }

  /**
   * Makes a frame for an app that may come: one that is granted nothing. Its outer document and its self-test can be loaded at once, and its
   * document once `openApp` has given it one. It waits until then, unless too many do.
   * @throws {AppError} NOT_FOUND in a shell without a page.
   */
  prepareApp(): OpenedFrame {
    const { pages } = this.#placed()
    if (this.#prepared.size >= PREPARED) forgetOldest(this.#prepared)
    const id = newId()
    const headers = appHeaders(nothingGranted, pages)
    this.#prepared.set(id, { content: undefined, headers, granted: nothingGranted, until: Infinity, step: 0 })
    return { ...this.#at(id), app: { allow: allowOf(nothingGranted) } }
  }

  /**
   * Makes a frame of an app that can be loaded once, as `open`. The page never hands in the document of an app: the host reads it from the
   * app's server.
   * @param app `html` has at most 5 × 1024² UTF-16 code units; `stored` is what it finds in its `localStorage`.
   * @throws {AppError} NOT_FOUND in a shell without a page, MESSAGE_TOO_LARGE.
   */
  openApp({ html, grant, stored = [], unprotected = false, prepared }: AppFrame): OpenedAppFrame {
    const { pages } = this.#placed()
    if (html.length > APP_HTML_CHARACTERS) throw new AppError('MESSAGE_TOO_LARGE', { reason: 'frames.appTooLarge' })
    const headers = appHeaders(grant, pages)
    const frame: NewFrame = { content: { kind: 'app', html, stored }, headers, granted: grant, unprotected }
    const taken = prepared === undefined ? undefined : this.#takePrepared(prepared, frame)
    const opened = taken ?? this.#wait(frame)
    const policy = { content: headers['Content-Security-Policy'], connections: headers['Connection-Allowlist'] }
    return { ...opened, app: { allow: allowOf(grant), ...(unprotected && { unprotected }), ...(taken && { prepared: true }) }, policy }
  }

  /** What the document of a frame may ask the person for, also after it was loaded. */
  permissionsOf(id: string): readonly FramePermission[] {
    return this.#permissions.get(id) ?? []
  }

  /** Answers a request for a path of a frame's origin. Whatever is not the frame's next step is not there. */
  async answer(id: string, path: string): Promise<FrameAnswer> {
    this.#forgetLate()
    const frame = this.#waiting.get(id) ?? this.#prepared.get(id)
    if (!frame || !this.#place || steps[frame.step] !== path) return nothing
    const { pages, scripts } = this.#place
    const { content, headers, nonce: own, granted, unprotected = false } = frame
    switch (path) {
      case '/': {
        frame.step++
        const nonce = newNonce()
        const features = granted ? featuresOf(granted) : []
        const app = granted && { allow: allowOf(granted), unprotected, prepared: content === undefined }
        return { status: 200, headers: outerHeaders(nonce, pages, features), body: await outerDocument(nonce, scripts, app) }
      }
      case '/self-test':
        frame.step++
        return { status: 200, headers, body: await selfTestDocument(own, scripts) }
      default:
        if (!content) return nothing
        this.#waiting.delete(id)
        return { status: 200, headers, body: await contentDocument(content, own, scripts) }
    }
  }

  /** @throws {AppError} NOT_FOUND in a shell without a page. */
  #placed(): FramePlace {
    if (!this.#place) throw new AppError('NOT_FOUND', { reason: 'frames.noPage' })
    return this.#place
  }

  #wait(frame: NewFrame, { id, step }: { readonly id: string; readonly step: number } = { id: newId(), step: 0 }): OpenedFrame {
    this.#forgetLate()
    if (this.#waiting.size >= WAITING) forgetOldest(this.#waiting)
    this.#waiting.set(id, { ...frame, until: this.#clock.now() + WAITS_MS, step })
    if (frame.granted && frame.granted.permissions.length > 0) {
      if (this.#permissions.size >= REMEMBERED) forgetOldest(this.#permissions)
      this.#permissions.set(id, frame.granted.permissions)
    }
    return this.#at(id)
  }

  /**
   * The prepared frame of this origin, whose next step is the document of the app. Undefined where there is none, it has not been loaded, or it
   * was tested under other headers than those of the app.
   */
  #takePrepared(origin: string, frame: NewFrame): OpenedFrame | undefined {
    const [id, prepared] = [...this.#prepared].find(([each]) => this.#at(each).origin === origin) ?? []
    if (id === undefined || !prepared) return undefined
    this.#prepared.delete(id)
    const isTested = steps[prepared.step] === '/document' && isDeepStrictEqual(prepared.headers, frame.headers)
    return isTested && !frame.unprotected ? this.#wait(frame, { id, step: prepared.step }) : undefined
  }

  #at(id: string): OpenedFrame {
    const origin = this.#placed().originOf(id)
    return { address: `${origin}/`, origin }
  }

  #forgetLate(): void {
    const now = this.#clock.now()
    for (const [id, { until }] of this.#waiting) if (until <= now) this.#waiting.delete(id)
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

const newId = (): string => randomBytes(16).toString('hex')
const newNonce = (): string => randomBytes(18).toString('base64url')
