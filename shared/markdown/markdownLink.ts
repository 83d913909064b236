import { trimEndOf } from '../lib/trimEndOf'
import { normalizeText } from '../lib/limitCombiningMarks'

/** The target of a link in a conversation, checked before the link is shown. Parley asks the person before it opens the address. */
export interface MarkdownLink {
  readonly url: string
  /** The host, or an email address. A person should see it before anything opens. */
  readonly host: string
  /** True when the link's text looks like another address than its target. */
  readonly misleading: boolean
}

/** Pure: returns undefined for anything but an absolute https, http or mailto address. It is then shown as text. */
export function markdownLink(href: string | undefined, text: string): MarkdownLink | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { url: url.href, host: decodeSafely(url.pathname), misleading: false }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return undefined
  return { url: url.href, host: url.host, misleading: namesAnotherHost(text, url.hostname) }
}

/** Checks every word, whatever its punctuation: `see (https://bank.com).` names a host just like `bank.com`. */
function namesAnotherHost(text: string, host: string): boolean {
  const plain = normalizeText(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
  return plain.split(/[\s()<>[\]{}"'“”‘’«»|,;]+/u).some((word) => isAnotherHost(trimEndOf(word, '.!?:…'), host))
}

function isAnotherHost(word: string, host: string): boolean {
  const named = namedHost.exec(word)?.[1]
  if (named === undefined) return false
  const plain = URL.canParse(`https://${named}`) ? new URL(`https://${named}`).hostname : named
  return plain !== host && `www.${plain}` !== host && plain !== `www.${host}`
}

const namedHost =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|\d{1,3}(?:\.\d{1,3}){3}|localhost)(?=[/:?#]|$)/iu

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // The text is not valid percent-encoding, so it is shown as received.
    return text
  }
}
