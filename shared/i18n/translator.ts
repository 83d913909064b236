import { createFormats, type Formats } from './createFormats'
import { en } from './en/index'
import { argumentsOf, formatMessage, collectTexts, type ArgumentFormats, type CompiledMessage, type MessagePart } from './formatMessage'
import { isStrangersName, nameInSentence } from './cutName'
import { isolateBidi } from './isolateBidi'
import { localeFacts, type Direction, type Locale } from './locale'
import { isMessage, type Message, type MessageId, type MessageParam } from './message'
import { marksWithin, NAMED, nameMarks } from './nameMarks'
import { pseudoMessage, pseudoWords } from './pseudoMessage'
import { richText, tagsOf, type RichPart } from './richText'
import { valueOnOneLine } from './valueOnOneLine'

/** The values of a text where it is shown: data, or also a `Date`. */
export interface TextParams {
  readonly [name: string]: MessageParam | Date
}

/** Makes the texts of one language. Pure, except for its cache of `Intl` formatters. */
export interface Translator extends Formats {
  readonly locale: Locale
  /** The value of the attribute `lang`. */
  readonly lang: string
  readonly direction: Direction
  /**
   * Returns a text as plain words. `<b>…</b>` becomes its content. `<server/>` becomes the param `server`. An unknown id becomes `«id»`.
   * @throws {Error} when a param is missing or unknown, in development and tests only.
   */
  t(id: MessageId, params?: TextParams): string
  /** Returns a message as plain words. */
  message(message: Message): string
  /** Returns a text with its tags, for rich text. @param components the tags that the caller renders itself. @throws {Error} like `t`. */
  rich(id: MessageId, params: TextParams, components: readonly string[]): readonly RichPart[]
  /** Whether the catalogue has this id. Data may come from another version. */
  has(id: string): id is MessageId
}

/** The texts of one language. TypeScript sees the ICU messages. At run time they are compiled (scripts/lib/compileMessages.mjs). */
export type Catalogue = Readonly<Record<MessageId, unknown>>

/** The build sets it: whether to check params. */
declare const PARLEY_CHECK_PARAMS: boolean

/** The English translator, without loading: English is in every bundle. */
export const english: Translator = translatorOf('en', en)

/** Makes a text from outside safe to stand inside a sentence where it is shown. */
export type ValueGuard = (value: string) => string

/**
 * Loads a language and returns its translator. Loads German only when it is chosen.
 * @param guard what is done to each value that is text. Without one, as on a page: it is put on one line, what could hide or reorder letters
 *   is written as codes, and values of another direction are isolated.
 */
export async function createTranslator(locale: Locale, guard?: ValueGuard): Promise<Translator> {
  if (locale === 'en' && guard === undefined) return english
  if (locale === 'en' || locale === 'pseudo') return translatorOf(locale, en, guard)
  const { de } = await import('./de/index')
  return translatorOf(locale, de, guard)
}

/** Pure: creates a translator from a catalogue. English fills the gaps of the catalogue. */
export function translatorOf(locale: Locale, catalogue: Catalogue, guard?: ValueGuard): Translator {
  const facts = localeFacts[locale]
  const guarded = guard ?? ((value: string) => isolateBidi(valueOnOneLine(value), facts.direction))
  const formats = locale === 'pseudo' ? createFormats(facts.intl, pseudoWords) : createFormats(facts.intl)
  const has = (id: string): id is MessageId => Object.hasOwn(en, id)
  const partsOf = (id: MessageId, params: TextParams, tags: readonly string[]): readonly MessagePart[] => {
    const found = has(id) ? (compiled(catalogue[id]) ?? compiled(en[id])) : undefined
    if (!found) return [{ text: unknownId(id) }]
    if (PARLEY_CHECK_PARAMS) checkParams(id, found, [...Object.keys(params), ...tags])
    return formatMessage(locale === 'pseudo' ? pseudoMessage(found) : found, argumentFormats(params))
  }
  const rich: Translator['rich'] = (id, params, components) => richText(partsOf(id, params, components))
  const t: Translator['t'] = (id, params = {}) => {
    const words = (parts: readonly RichPart[]): string =>
      parts
        .map((part, index) => {
          if (typeof part === 'string') return part
          if (part.children.length > 0 || !Object.hasOwn(params, part.tag)) return words(part.children)
          return alone(part.tag, params[part.tag], parts[index - 1])
        })
        .join('')
    return words(rich(id, params, []))
  }
  const { open, close } = nameMarks[locale]
  /** A value where its tag stood. On a page an element sets it apart from the sentence; in plain words quotation marks do. */
  const alone = (tag: string, value: TextParams[string] | undefined, before: RichPart | undefined): string => {
    const shown = show(value, tag)
    if (typeof before === 'string' && before.endsWith(open)) return typeof value === 'string' ? shown : marksWithin(shown, locale)
    return NAMED.has(tag) && typeof value === 'string' ? `${open}${shown}${close}` : shown
  }
  const message: Translator['message'] = ({ id, params }) => t(id, params)
  const show = (value: MessageParam | Date | undefined, name: string, type?: string, style?: string): string => {
    if (value === undefined) return ''
    if (type === 'date' || type === 'time') return moment(value, type, style)
    if (typeof value === 'number') return style === 'percent' ? formats.percent(value) : formats.number(value)
    if (typeof value === 'string') return guarded(isStrangersName(name) ? nameInSentence(value) : value)
    if (value instanceof Date) return formats.date(value)
    return isMessage(value) ? message(value) : formats.list(value.map((item) => show(item, name)))
  }
  const moment = (value: MessageParam | Date, type: 'date' | 'time', style: string | undefined): string => {
    if (typeof value === 'string') return value
    const at = typeof value === 'number' || value instanceof Date ? value : Number.NaN
    const named = styles.find((known) => known === style)
    return formats[type](at, named && (type === 'date' ? { dateStyle: named } : { timeStyle: named }))
  }
  const argumentFormats = (params: TextParams): ArgumentFormats => {
    const get = (name: string): MessageParam | Date | undefined => (Object.hasOwn(params, name) ? params[name] : undefined)
    return {
      ...formats,
      count: (name) => Number(get(name) ?? 0),
      choice: (name) => {
        const value = get(name)
        return typeof value === 'string' || typeof value === 'number' ? String(value) : 'other'
      },
      show: (name, type, style) => show(get(name), name, type, style),
    }
  }
  return { ...formats, locale, lang: facts.lang, direction: facts.direction, t, message, rich, has }
}

const styles = ['short', 'medium', 'long', 'full'] as const

const unknownId = (id: string): string => `«${id}»`

function isCompiled(message: unknown): message is CompiledMessage {
  return Array.isArray(message)
}

function compiled(message: unknown): CompiledMessage | undefined {
  if (typeof message === 'string') throw new Error('The catalogues are not compiled: this build lacks compileMessages() among its plugins')
  return isCompiled(message) ? message : undefined
}

/** @throws {Error} when a param is missing or unknown, because a person would see a gap in the text. */
function checkParams(id: MessageId, message: CompiledMessage, given: readonly string[]): void {
  // In a test run with PARLEY_MESSAGES=ids, every text is its id.
  if (message[0] === unknownId(id)) return
  const tags = tagsOf(collectTexts(message))
  const needed = [...argumentsOf(message).keys(), ...tags.alone]
  const missing = needed.filter((name) => !given.includes(name))
  // An error and its hint share their params.
  const unknown = id.startsWith('errors.') ? [] : given.filter((name) => !needed.includes(name) && !tags.around.has(name))
  if (missing.length > 0) throw new Error(`The text ${id} needs ${missing.join(', ')}`)
  if (unknown.length > 0) throw new Error(`The text ${id} does not know ${unknown.join(', ')}`)
}
