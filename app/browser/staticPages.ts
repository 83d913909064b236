import { staticPage, type StaticPage } from '../../main/lib/staticPage'

/** Shown after a fresh link: the cookie comes with it, and the browser goes on by itself. A redirect would lose a strict cookie. */
export const welcomePage = (): StaticPage =>
  staticPage('Parley', '<h1>Opening Parley</h1><p><a href="/">Go on to Parley</a></p>', '<meta http-equiv="refresh" content="0;url=/">')

/** Shown to a browser that has no cookie of this run. */
export const strangerPage = (): StaticPage =>
  staticPage(
    'Parley',
    '<h1>Parley does not know this browser</h1><p>Open the link that Parley printed when it started.</p><p>For a new link, run <code>npm start</code> again.</p>',
  )

/** Shown for a link that was used, is too old, or was never given out. */
export const deadLinkPage = (): StaticPage =>
  staticPage(
    'Parley',
    '<h1>This link no longer works</h1><p>A link lets one browser in, once, within five minutes.</p><p>For a new link, run <code>npm start</code> again.</p>',
  )
