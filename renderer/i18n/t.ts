import type { MessageId } from '../../shared/i18n/message'
import { english, type TextParams, type Translator } from '../../shared/i18n/translator'

let active: Translator = english

/** Returns the translator of the current language, also for dates, numbers and lists: `translator().date(at)`. */
export function translator(): Translator {
  return active
}

/** Switches to another language. Text that is already on the screen stays; `useLanguage` returns the key that mounts it again. */
export function setTranslator(next: Translator): void {
  active = next
  const page = document.documentElement
  page.lang = next.lang
  page.dir = next.direction
}

/** Returns a text in the current language. Call it during rendering or in a handler, never at module load, when the language is unknown. */
export function t(id: MessageId, params?: TextParams): string {
  return active.t(id, params)
}
