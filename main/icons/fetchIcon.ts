import { decideLink } from '../links/decideLink'
import { systemFetch } from '../net/systemFetch'

const REDIRECTS = 3
const WITHIN_MS = 10_000

const throughSystem = systemFetch((url, init) => fetch(url, init))

/**
 * Fetches an icon, only from the origin of its server. Sends nothing that identifies the user: no cookies, no headers of the server's
 * definition, no referrer (2025-11-25, basic, icons). Returns undefined if the icon does not come or is too large.
 */
export async function fetchIcon(src: string, origin: string, bytes: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
  let address = src
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    const decision = decideLink(address, 'icon', origin)
    if (!decision.open) return undefined
    const response = await throughSystem(decision.href, {
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      signal: until,
    })
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (response.ok) return readAtMost(response, bytes)
    await response.body?.cancel()
    if (next === null) return undefined
    address = URL.parse(next, decision.href)?.href ?? ''
  }
  return undefined
}

/** Counts bytes after decompression, and stops at the limit. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let seen = 0
  for await (const chunk of response.body ?? []) {
    seen += chunk.length
    // Leaving the loop cancels the rest.
    if (seen > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
