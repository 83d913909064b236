/** Formats numbers, dates and lists for one language, only with `Intl`. It keeps the formatters, because creating one is slow, and creates each when it is first used. */
export interface Formats {
  /** @param at milliseconds since 1970; a dash for what is no moment. @param options by default `3 Mar 2026`. */
  date(at: number | Date, options?: Intl.DateTimeFormatOptions): string
  /** @param at milliseconds since 1970; a dash for what is no moment. @param options by default `14:05`. */
  time(at: number | Date, options?: Intl.DateTimeFormatOptions): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** @param share 0 to 1. */
  percent(share: number): string
  /** @param type `conjunction` (and) by default, `disjunction` (or), or `unit` (commas only). */
  list(items: readonly string[], type?: Intl.ListFormatType): string
  /** `relativeTime(-3, 'minute')` is “3 minutes ago”. */
  relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): string
  /** An amount with its unit: `unit(5, 'second')` is “5 sec”. */
  unit(value: number, unit: string, display?: 'short' | 'long' | 'narrow'): string
  compare(one: string, other: string): number
  readonly cardinal: Intl.PluralRules
  readonly ordinal: Intl.PluralRules
}

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const minute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/**
 * Creates the formats of one language.
 * @param locale BCP 47, for example `de-DE`.
 * @param between changes the words that Intl writes between the items of a list, for the pseudo-language.
 */
export function createFormats(locale: string, between: (words: string) => string = (words) => words): Formats {
  const dates = kept((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
  const numbers = kept((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
  const lists = kept((options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const collator = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }))
  const cardinal = once(() => new Intl.PluralRules(locale))
  const ordinal = once(() => new Intl.PluralRules(locale, { type: 'ordinal' }))
  const unit: Formats['unit'] = (value, name, display = 'short') =>
    numbers({ style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: 1 }).format(value)
  // Moments come from servers and files too. Intl throws for what no calendar holds, and nothing that was given may end a part of the screen.
  const moment = (at: number | Date, options: Intl.DateTimeFormatOptions): string => (isMoment(at) ? dates(options).format(at) : '–')
  return {
    date: (at, options = day) => moment(at, options),
    time: (at, options = minute) => moment(at, options),
    number: (value, options) => (options === undefined && isShort(value) ? String(value) : numbers(options ?? {}).format(value)),
    percent: (share) => numbers({ style: 'percent' }).format(share),
    list: (items, type = 'conjunction') =>
      lists({ type })
        .formatToParts(items)
        // In German, Intl writes a word before the last item of a `unit` list too.
        .map((part) => (part.type === 'element' ? part.value : between(type === 'unit' && /\p{L}/u.test(part.value) ? ', ' : part.value)))
        .join(''),
    relativeTime: (value, name) => relative().format(value, name),
    unit,
    compare: (one, other) => collator().compare(one, other),
    get cardinal() {
      return cardinal()
    },
    get ordinal() {
      return ordinal()
    },
  }
}

/** Pure: whether a calendar holds it. */
export function isMoment(at: number | Date): boolean {
  return !Number.isNaN(new Date(at).getTime())
}

/**
 * Pure: whether a number has the same digits in each language of Parley, without anything between them. The first formatter of a page takes
 * longer to create than everything else that a short number needs.
 */
function isShort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1_000 && !Object.is(value, -0)
}

/** Creates one formatter for equal options and keeps it. */
function kept<O extends object, F>(make: (options: O) => F): (options: O) => F {
  const made = new Map<string, F>()
  return (options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? make(options)
    made.set(key, known)
    return known
  }
}

/** Creates a formatter when it is first needed: all of them together would be a tenth of the host's start. */
function once<F>(make: () => F): () => F {
  let made: F | undefined
  return () => (made ??= make())
}
