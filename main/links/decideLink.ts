import type { PageWarning } from '../../shared/domain/question'
import type { Message } from '../../shared/i18n/message'
import { assertNever } from '../../shared/lib/assertNever'
import { hiddenUrlCharacters } from '../../shared/lib/hiddenUrlCharacters'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'
import { hostWarnings } from './hostWarnings'

/**
 * The source of the address: a text in a chat, a server that wants a page visited, an authorization server, Parley itself, or a server's
 * icon.
 */
export type LinkPurpose = 'chatLink' | 'page' | 'signIn' | 'help' | 'icon'

type LinkDecision =
  | { readonly open: true; readonly href: string; readonly host: string; readonly warnings: readonly PageWarning[] }
  | { readonly open: false; readonly reason: Message }

const ADDRESS_LENGTH = 10_000
const ICON_LENGTH = 128 * 1024
const HOST_LENGTH = 253
const MAIL_BODY_BYTES = 2 * 1024

/**
 * Pure: decides whether an address may be opened, and as what. The decision uses only the result of the WHATWG parser, never the text. It
 * returns the parsed form, so that the checked address is the one that opens. `serverOrigin` is the only origin that an icon may come from.
 */
export function decideLink(address: string, purpose: LinkPurpose, serverOrigin?: string): LinkDecision {
  if (purpose === 'icon' && address.startsWith('data:')) return decideIconData(address)
  if (address.length > ADDRESS_LENGTH) return refuse({ id: 'errors.links.tooLong' })
  if (/\p{Cc}/u.test(address)) return refuse({ id: 'errors.links.controlCharacters' })
  const url = URL.parse(address)
  if (!url) return refuse({ id: 'errors.links.notAnAddress' })
  if (url.protocol === 'mailto:' && purpose === 'chatLink') return decideMail(url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse({ id: 'errors.links.scheme', params: { scheme: url.protocol } })
  return decideWeb(url, address, purpose, serverOrigin)
}

function decideWeb(url: URL, address: string, purpose: LinkPurpose, serverOrigin: string | undefined): LinkDecision {
  // Browsers read a backslash as a slash, but other programs do not. A reader of the address would see another host.
  if (/^[^?#]*\\/.test(address)) return refuse({ id: 'errors.links.backslash' })
  if (url.username !== '' || url.password !== '') return refuse({ id: 'errors.links.credentials' })
  if (url.hostname.length > HOST_LENGTH || /^\.|\.\./.test(url.hostname)) return refuse({ id: 'errors.links.impossibleHost' })
  if (url.protocol === 'http:' && !mayBePlain(url, purpose)) {
    return refuse({ id: 'errors.links.notEncrypted' })
  }
  if (purpose === 'icon' && url.origin !== serverOrigin) return refuse({ id: 'errors.links.foreignIcon' })
  const hidden = hiddenUrlCharacters(url.href).length > 0
  return {
    open: true,
    href: url.href,
    host: url.host,
    warnings: [...hostWarnings(url.hostname), ...(hidden ? (['hiddenCharacters'] as const) : [])],
  }
}

function mayBePlain(url: URL, purpose: LinkPurpose): boolean {
  switch (purpose) {
    case 'chatLink':
      return true
    // An icon must come from its server's origin. A server without encryption is on this computer.
    case 'page':
    case 'signIn':
    case 'icon':
      return isLoopbackHost(url.hostname)
    case 'help':
      return false
    default:
      return assertNever(purpose)
  }
}

/** Decides about a mail that a person checks before sending: without files, hidden receivers or headers of its own. */
function decideMail(url: URL): LinkDecision {
  const headers = [...url.searchParams].map(([name, value]) => ({ name: name.toLowerCase(), value }))
  const odd = headers.find(({ name }) => !['to', 'cc', 'subject', 'body'].includes(name))
  if (odd) return refuse({ id: 'errors.links.mailFields' })
  const body = headers.filter(({ name }) => name === 'body').map(({ value }) => value)
  if (new TextEncoder().encode(body.join('')).length > MAIL_BODY_BYTES) return refuse({ id: 'errors.links.mailTooLong' })
  const headerText = url.pathname + headers.map(({ name, value }) => (name === 'body' ? '' : value)).join('')
  if (/[\r\n]|%0[ad]/i.test(headerText)) return refuse({ id: 'errors.links.mailLineBreaks' })
  return { open: true, href: url.href, host: '', warnings: [] }
}

function decideIconData(address: string): LinkDecision {
  if (address.length > ICON_LENGTH) return refuse({ id: 'errors.links.iconTooLarge' })
  if (!/^data:image\/(?:png|jpe?g|webp);base64,[a-z0-9+/]+=*$/i.test(address)) return refuse({ id: 'errors.links.iconNotPicture' })
  return { open: true, href: address, host: '', warnings: [] }
}

function refuse(reason: Message): LinkDecision {
  return { open: false, reason }
}
