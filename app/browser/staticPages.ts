import type { Translator } from '../../shared/messages/translator'
import { staticPage, type StaticPage } from '../../main/lib/staticPage'

/** Shown after a fresh link: the cookie comes with it, and the browser goes on by itself. A redirect would lose a strict cookie. */
export const welcomePage = (translator: Translator): StaticPage =>
  staticPage(
    translator,
    { heading: 'browser.welcome', paragraphs: ['browser.welcome.goOn'] },
    '<meta http-equiv="refresh" content="0;url=/">',
  )

/** Shown to a browser that has no cookie of this run. */
export const strangerPage = (translator: Translator): StaticPage =>
  staticPage(translator, { heading: 'browser.stranger', paragraphs: ['browser.stranger.open', 'browser.newLink'] })

/** Shown for a link that was used, is too old, or was never given out. */
export const deadLinkPage = (translator: Translator): StaticPage =>
  staticPage(translator, { heading: 'browser.deadLink', paragraphs: ['browser.deadLink.once', 'browser.newLink'] })
