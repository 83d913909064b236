import type { DesktopChange, DesktopState, Place, PlaceRequest, QuickWindowKeysState } from '../../shared/domain/desktop/desktopState'
import type { Settings } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import { Emitter } from '../lib/emitter'
import type { SettingsStore } from '../settings/settingsStore'

/** Port: the windows of the desktop shell. */
export interface DesktopWindows {
  /** Brings the main window to the front, and opens it if it is closed. */
  openMain(): void
  hideQuick(): void
}

/** The part of the settings that belongs to the desktop. */
type DesktopSettingsFile = Pick<SettingsStore, 'edit'> & { settings(): Pick<Settings, 'desktop'> }

/** The owner of what is asked of the desktop's windows: the place that the main window is to show, and whether the quick window's keys work. */
export class DesktopStore {
  readonly changes = new Emitter<void>()
  readonly #settings: DesktopSettingsFile
  readonly #windows: DesktopWindows | undefined
  #quickWindowKeys: QuickWindowKeysState = 'off'
  #request: PlaceRequest | null = null
  #lastNumber = 0

  /** `windows` is absent in a shell that has none. */
  constructor({ settings, windows }: { readonly settings: DesktopSettingsFile; readonly windows?: DesktopWindows | undefined }) {
    this.#settings = settings
    this.#windows = windows
  }

  state(): DesktopState {
    return { settings: this.#settings.settings().desktop, quickWindowKeys: this.#quickWindowKeys, request: this.#request }
  }

  /** @throws {AppError} FILE_UNREADABLE while the settings cannot be read. */
  change(wanted: { readonly [Name in keyof DesktopChange]?: DesktopChange[Name] | undefined }): void {
    const changes = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [{ path: ['desktop', name], value }]))
    this.#settings.edit(changes)
  }

  /** The shell says whether the system gave it the keys of the quick window. */
  setQuickWindowKeys(state: QuickWindowKeysState): void {
    if (state === this.#quickWindowKeys) return
    this.#quickWindowKeys = state
    this.changes.emit()
  }

  /**
   * Opens the main window, at a place if one is given. A window whose page still loads shows it as soon as it can.
   * @throws {AppError} NOT_FOUND in a shell without windows.
   */
  open(place?: Place): void {
    const windows = this.#mustHaveWindows()
    if (place) {
      this.#request = { number: ++this.#lastNumber, place }
      this.changes.emit()
    }
    windows.hideQuick()
    windows.openMain()
  }

  taken(number: number): void {
    if (this.#request?.number !== number) return
    this.#request = null
    this.changes.emit()
  }

  /** @throws {AppError} NOT_FOUND in a shell without windows. */
  hideQuickWindow(): void {
    this.#mustHaveWindows().hideQuick()
  }

  #mustHaveWindows(): DesktopWindows {
    if (!this.#windows) throw new AppError('NOT_FOUND', { reason: 'desktop.noWindows' })
    return this.#windows
  }
}
