import type { Translator } from '../../shared/i18n/translator'
import { standalonePage, wordsAsHtml, type StandalonePage } from '../../main/lib/standalonePage'

/**
 * In the page that a fresh link opens, until its script draws: a way on for a browser that keeps no cookie, and so gets neither script nor style. `/`
 * says why. The page's style sheet hides it.
 */
export const wayOn = (translator: Translator): string => `<p class="way-on">${wordsAsHtml(translator, 'browser.welcome.goOn')}</p>`

/** Shown to a browser without a cookie of this run. */
export const strangerPage = (translator: Translator): StandalonePage =>
  standalonePage(translator, { heading: 'browser.stranger', paragraphs: ['browser.stranger.open', 'browser.newLink'] })

/** Shown for a link that was used, has expired, or never existed. */
export const deadLinkPage = (translator: Translator): StandalonePage =>
  standalonePage(translator, { heading: 'browser.deadLink', paragraphs: ['browser.deadLink.once', 'browser.newLink'] })
