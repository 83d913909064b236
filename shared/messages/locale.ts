/** The languages that Parley speaks. `pseudo` is English made longer and laid out from right to left: tests see with it what is hard-coded. */
export const locales = ['en', 'de', 'pseudo'] as const
export type Locale = (typeof locales)[number]
export type Direction = 'ltr' | 'rtl'

/** What the settings or the environment say about the language. */
export type LanguageChoice = 'system' | Locale

/** What `<html>` and `Intl` need of a locale. Dates in English are British: the month is a word or comes second. */
export const localeFacts: { readonly [L in Locale]: { readonly lang: string; readonly intl: string; readonly direction: Direction } } = {
  en: { lang: 'en', intl: 'en-GB', direction: 'ltr' },
  de: { lang: 'de', intl: 'de-DE', direction: 'ltr' },
  pseudo: { lang: 'en', intl: 'en-GB', direction: 'rtl' },
}

/** Pure: the choice that a text stands for. Undefined for any other text. */
export function readLanguageChoice(text: string | undefined): LanguageChoice | undefined {
  return text === 'system' ? text : locales.find((locale) => locale === text)
}

/** Pure: the locale of a choice. @param languages what the system prefers, best first, as BCP 47 or POSIX names (`de-AT`, `de_AT.UTF-8`). */
export function resolveLocale(choice: LanguageChoice, languages: readonly string[]): Locale {
  if (choice !== 'system') return choice
  for (const language of languages) {
    const primary = /^[a-z]+/i.exec(language)?.[0].toLowerCase()
    if (primary === 'en' || primary === 'de') return primary
  }
  return 'en'
}
