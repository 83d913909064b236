import type { Translator } from '../../shared/i18n/translator'
import { standalonePage, type StandalonePage } from '../../main/lib/standalonePage'

/**
 * Shown after a fresh link. The page sets the cookie and then loads `/` by itself. With a redirect, the browser would not send the strict
 * cookie.
 */
export const welcomePage = (translator: Translator): StandalonePage =>
  standalonePage(
    translator,
    { heading: 'browser.welcome', paragraphs: ['browser.welcome.goOn'] },
    '<meta http-equiv="refresh" content="0;url=/">',
  )

/** Shown to a browser without a cookie of this run. */
export const strangerPage = (translator: Translator): StandalonePage =>
  standalonePage(translator, { heading: 'browser.stranger', paragraphs: ['browser.stranger.open', 'browser.newLink'] })

/** Shown for a link that was used, has expired, or never existed. */
export const deadLinkPage = (translator: Translator): StandalonePage =>
  standalonePage(translator, { heading: 'browser.deadLink', paragraphs: ['browser.deadLink.once', 'browser.newLink'] })
