import { isLoopbackHost } from '../../links/hostWarnings'

/** Below these, strangers have names side by side; the most common ones, since Parley carries no list of public suffixes. */
const sharedEnds = new Set(
  `github.io gitlab.io workers.dev pages.dev vercel.app netlify.app onrender.com fly.dev run.app web.app firebaseapp.com herokuapp.com
   azurewebsites.net cloudfront.net amazonaws.com appspot.com ngrok.app ngrok.io ngrok-free.app trycloudflare.com deno.dev railway.app
   replit.app repl.co glitch.me surge.sh`
    .split(/\s+/)
    .filter(Boolean),
)
/** Second-level names of countries below which anybody has a name: `co.uk`, `com.au`. */
const countryEnds = new Set(['ac', 'co', 'com', 'edu', 'go', 'gob', 'gov', 'gv', 'ne', 'net', 'nom', 'or', 'org'])

/**
 * Pure: whether two hosts seem to belong to the same people: the same host, both this computer, or the same domain of which somebody is
 * the owner. A rule of thumb for a warning: what it calls related may still be two people's, and nothing is allowed by it.
 */
export function areRelated(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)]
  if (a === b || (isLoopbackHost(one) && isLoopbackHost(other))) return true
  if (isAddress(a) || isAddress(b)) return false
  return ownedDomain(a) === ownedDomain(b)
}

function ownedDomain(host: string): string {
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const shared = sharedEnds.has(`${second}.${top}`) || (top.length === 2 && countryEnds.has(second))
  return labels.slice(shared ? -3 : -2).join('.')
}

function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}
