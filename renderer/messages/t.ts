import type { MessageId } from '../../shared/messages/message'
import { english, type TextParams, type Translator } from '../../shared/messages/translator'

let active: Translator = english

/** The translator of the language on the screen, also for its dates, numbers and lists: `translator().date(at)`. */
export function translator(): Translator {
  return active
}

/** Takes another language. What is on the screen already keeps its words: `useLanguage` gives the key that mounts it anew. */
export function speak(next: Translator): void {
  active = next
  const page = document.documentElement
  page.lang = next.lang
  page.dir = next.direction
}

/** A text in the language on the screen. Call it while rendering or handling, never when a module is loaded: the language is not known then. */
export function t(id: MessageId, params?: TextParams): string {
  return active.t(id, params)
}
