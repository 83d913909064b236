import { useEffect, useState } from 'react'
import { readLanguageChoice, resolveLocale, type Locale } from '../../shared/i18n/locale'
import { createTranslator, english } from '../../shared/i18n/translator'
import { useTopic } from '../rpc/useTopic'
import { setTranslator, translator } from './t'

/**
 * Loads the language that the shell wrote into `<html data-language>`. Await it before the first paint. Never rejects; the fallback is
 * English.
 */
export async function startLanguage(): Promise<void> {
  const choice = readLanguageChoice(document.documentElement.dataset['language']) ?? 'system'
  setTranslator(await createTranslator(resolveLocale(choice, navigator.languages)).catch(() => english))
}

/**
 * Follows the language of the settings. Returns the current locale. As a React key, it mounts a component again when the language changes.
 */
export function useLanguage(): Locale {
  const choice = useTopic('settings', (settings) => settings.appearance.language)
  const [locale, setLocale] = useState(() => translator().locale)
  useEffect(() => {
    // A shell that was started in the pseudo-language keeps it.
    if (choice === undefined || document.documentElement.dataset['language'] === 'pseudo') return undefined
    const ended = new AbortController()
    const change = async (): Promise<void> => {
      const next = await createTranslator(resolveLocale(choice, navigator.languages))
      if (ended.signal.aborted) return
      setTranslator(next)
      setLocale(next.locale)
    }
    void change()
    return () => ended.abort()
  }, [choice])
  return locale
}
