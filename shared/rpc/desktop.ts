import * as z from 'zod'
import { DesktopChange, Place, type DesktopState } from '../domain/desktop/desktopState'
import { call, topic } from './contractKinds'

export const desktopCalls = {
  /**
   * Changes how Parley is at hand on the desktop: tray, keep running, quick window. Missing values do not change.
   * Result: nothing. The topic says whether the keys of the quick window work.
   * Errors: FILE_UNREADABLE (`settings.json`).
   */
  'desktop.set': call<void>()(DesktopChange),
  /**
   * Brings the main window to the front, at a place if one is given, and hides the quick window.
   * Result: nothing.
   * Errors: NOT_FOUND (this shell has no windows).
   */
  'desktop.open': call<void>()(z.object({ place: Place.optional() })),
  /**
   * Says that the main window has taken the request with this number. A later request stays.
   * Result: nothing.
   * Errors: none of its own.
   */
  'desktop.taken': call<void>()(z.object({ number: z.int() })),
  /**
   * Hides the quick window.
   * Result: nothing.
   * Errors: NOT_FOUND (this shell has no windows).
   */
  'desktop.hideQuickWindow': call<void>()(z.object({})),
}

export const desktopTopics = {
  /** The settings of the desktop, whether the keys of the quick window work, and the place that the main window is asked to show. */
  desktop: topic<DesktopState>(),
}
