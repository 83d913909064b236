import { APP_PICTURE_BYTES, APP_PICTURE_WIDTH, type AppPicture, type PageArea } from '../../shared/domain/apps/appPicture'
import type { AppId } from '../../shared/domain/apps/app'
import type { CallId, ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { imageHeader } from '../../shared/lib/imageHeader'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { untilAborted } from '../lib/untilAborted'
import type { Database } from '../storage/database'
import type { AppInstance } from './appInstance'
import { AppPictureTable, type TakenPicture } from './appPictureTable'

/** A page under attack does not keep the window busy with pictures. */
const TAKEN_EVERY_MS = 3_000
/** A page that has not said by then that nothing of Parley's was in the picture does not know it any more. */
const KEPT_WITHIN_MS = 5_000
/** An app that draws without end does not make the disk write each picture. The last one is written when it ends. */
const WRITTEN_EVERY_MS = 60_000
/** A window that nobody can see may never answer. */
const TAKEN_WITHIN_MS = 2_000
/** As high as a window of a portrait screen. */
const MOST_HEIGHT = 4_000

/** Takes a picture of a part of the page that asks, as a JPEG. Undefined where nothing can be seen. */
export type CapturePage = (area: PageArea) => Promise<Uint8Array | undefined>

export interface AppPicturesDeps {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly openApps: () => readonly Pick<AppInstance, 'subject' | 'ended'>[]
  readonly databaseOf: (conversationId: ConversationId) => Pick<Database, 'get' | 'run' | 'transaction'>
}

interface Pictured {
  takenAt: number
  /** The page has not decided about it yet. */
  taken?: TakenPicture | undefined
  /** The last one that was kept. */
  kept?: TakenPicture | undefined
  /** What is on the disk is not the one that was kept last: it has another time, or shows something else. */
  unwritten?: 'time' | 'look' | undefined
  writtenAt: number
}

/**
 * Owner of the pictures of apps: how each looked last, for its place while it is not open. Only the shell makes their bytes. The page says where the app is,
 * and afterwards whether nothing else was there.
 */
export class AppPictures {
  readonly #deps: AppPicturesDeps
  readonly #pictured = new Map<AppId, Pictured>()

  constructor(deps: AppPicturesDeps) {
    this.#deps = deps
  }

  /**
   * Takes a picture of an open app, not too often. Returns whether there is one.
   * @param capture Absent where the shell takes no pictures.
   * @throws {AppError} NOT_FOUND
   */
  async take(appId: AppId, area: PageArea, capture: CapturePage | undefined, signal: AbortSignal): Promise<boolean> {
    const app = this.#open(appId)
    const takenAt = this.#deps.clock.now()
    if (!capture) return false
    const pictured = this.#pictured.get(appId) ?? this.#begin(app)
    if (takenAt - pictured.takenAt < TAKEN_EVERY_MS) return false
    pictured.takenAt = takenAt
    pictured.taken = undefined
    const jpeg = await untilAborted(this.#inTime(capture(area)), signal)
    if (!jpeg || !isPicture(jpeg)) return false
    pictured.taken = { jpeg, takenAt }
    return true
  }

  /** Keeps the picture that was taken last. Returns whether it is not the same as the one before. @throws {AppError} NOT_FOUND */
  keep(appId: AppId): boolean {
    const app = this.#open(appId)
    const pictured = this.#pictured.get(appId)
    const taken = pictured?.taken
    if (!pictured || !taken) return false
    pictured.taken = undefined
    const now = this.#deps.clock.now()
    if (now - taken.takenAt > KEPT_WITHIN_MS) return false
    const changed = !pictured.kept || Buffer.compare(pictured.kept.jpeg, taken.jpeg) !== 0
    pictured.kept = taken
    pictured.unwritten = changed ? 'look' : (pictured.unwritten ?? 'time')
    if (pictured.unwritten === 'look' && now - pictured.writtenAt >= WRITTEN_EVERY_MS) this.#write(app, pictured)
    return changed
  }

  /** How the app of a call looked last, as far as it is kept. Null for anything that is no such picture. */
  of(conversationId: ConversationId, callId: CallId): AppPicture | null {
    const found = new AppPictureTable(this.#deps.databaseOf(conversationId)).find(conversationId, callId)
    if (!found || !isPicture(found.jpeg)) return null
    return { jpeg: Buffer.from(found.jpeg).toString('base64'), takenAt: found.takenAt }
  }

  /** Undefined where it takes too long. */
  async #inTime(captured: ReturnType<CapturePage>): ReturnType<CapturePage> {
    const late = Promise.withResolvers<undefined>()
    const cancel = this.#deps.clock.after(TAKEN_WITHIN_MS, () => late.resolve(undefined))
    try {
      return await Promise.race([captured, late.promise])
    } finally {
      cancel()
    }
  }

  #begin(app: Pick<AppInstance, 'subject' | 'ended'>): Pictured {
    const pictured: Pictured = { takenAt: -Infinity, writtenAt: -Infinity }
    const { appId } = app.subject
    this.#pictured.set(appId, pictured)
    app.ended.addEventListener(
      'abort',
      () => {
        this.#pictured.delete(appId)
        try {
          this.#write(app, pictured)
        } catch (thrown) {
          // A disk or a memory that is full costs the picture, and never what ends with the app.
          log('warn', 'The last look of an app could not be kept', { error: thrown })
        }
      },
      { once: true },
    )
    return pictured
  }

  #write({ subject }: Pick<AppInstance, 'subject'>, pictured: Pictured): void {
    const { kept, unwritten } = pictured
    if (!kept || !unwritten) return
    const { conversationId, callId } = subject
    pictured.writtenAt = this.#deps.clock.now()
    new AppPictureTable(this.#deps.databaseOf(conversationId)).save(conversationId, callId, kept)
    pictured.unwritten = undefined
  }

  /** @throws {AppError} NOT_FOUND */
  #open(appId: AppId): Pick<AppInstance, 'subject' | 'ended'> {
    const app = this.#deps.openApps().find(({ subject }) => subject.appId === appId)
    if (!app) throw new AppError('NOT_FOUND', { reason: 'apps.ended' })
    return app
  }
}

/** Pure: whether bytes are a picture as the shell makes them: a JPEG within its bounds, and nothing larger inside of it. */
function isPicture(bytes: Uint8Array): boolean {
  if (bytes.length > APP_PICTURE_BYTES) return false
  const header = imageHeader(bytes)
  if (header?.type !== 'image/jpeg') return false
  const { width, height, pixels } = header
  return width >= 1 && height >= 1 && width <= APP_PICTURE_WIDTH && height <= MOST_HEIGHT && pixels === width * height
}
