import { isLoopbackHost } from '../../../shared/lib/isLoopbackHost'

/** Domains whose subdomains belong to unrelated people. Only the most common ones, because Parley has no public suffix list. */
const sharedEnds = new Set(
  `github.io gitlab.io workers.dev pages.dev vercel.app netlify.app onrender.com fly.dev run.app web.app firebaseapp.com herokuapp.com
   azurewebsites.net cloudfront.net amazonaws.com appspot.com ngrok.app ngrok.io ngrok-free.app trycloudflare.com deno.dev railway.app
   replit.app repl.co glitch.me surge.sh`
    .split(/\s+/)
    .filter(Boolean),
)
/** Second-level country domains under which anyone can register a name: `co.uk`, `com.au`. */
const countryEnds = new Set(['ac', 'co', 'com', 'edu', 'go', 'gob', 'gov', 'gv', 'ne', 'net', 'nom', 'or', 'org'])

/**
 * Pure: whether two hosts probably belong to the same owner: the same host, both this computer, or the same registered domain. This is only
 * a heuristic for a warning. It can be wrong, and it never permits anything.
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
