import { redactedStart } from './redact'

/** How much of a server's text an error keeps, in characters. */
const SAID_CHARACTERS = 2_000

/**
 * A server's own words for an error: without secrets, because a server may repeat what it received, and cut. Give only text that came from the
 * server: the screen shows it on the server's paper. No words, or only white space, give no quote.
 */
export function quoteServerInError(text: string | null | undefined): { readonly said?: string } {
  if (text === undefined || text === null || text.trim() === '') return {}
  const said = redactedStart(text, SAID_CHARACTERS)
  return { said: text.length > SAID_CHARACTERS ? `${said}…` : said }
}
