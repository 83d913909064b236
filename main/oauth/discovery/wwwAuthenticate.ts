/** What a server says about credentials where it refuses a request (RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  /** It names a scheme that Parley can sign in for: Bearer or DPoP. */
  readonly known: boolean
  readonly dpop: boolean
  readonly error?: string
  readonly errorDescription?: string
  readonly scope?: string
  readonly resourceMetadataUrl?: string
}

/** A longer header is no challenge but an attack on whoever reads it. */
const LONGEST = 8 * 1024
const NONE: Challenge = { known: false, dpop: false }

/** Pure: reads the challenges of an answer in one pass, however they are written. What is no challenge is passed over. */
export function readChallenge(headers: Headers): Challenge {
  const header = headers.get('www-authenticate')
  if (header === null || header.length > LONGEST) return NONE
  const challenges = parseChallenges(header).filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop')
  // A server may name both schemes: what the one leaves out, the other may say.
  const say = (name: string): string | undefined => challenges.map(({ params }) => params.get(name)).find((value) => value !== undefined)
  const [error, errorDescription, scope, metadata] = ['error', 'error_description', 'scope', 'resource_metadata'].map(say)
  return {
    known: challenges.length > 0,
    dpop: challenges.some(({ scheme }) => scheme === 'dpop'),
    ...(error !== undefined && { error }),
    ...(errorDescription !== undefined && { errorDescription }),
    ...(scope !== undefined && { scope }),
    ...(metadata !== undefined && { resourceMetadataUrl: metadata }),
  }
}

interface Parsed {
  readonly scheme: string
  readonly params: Map<string, string>
}

/** Pure. Each character is looked at once. */
function parseChallenges(header: string): readonly Parsed[] {
  const found: Parsed[] = []
  let at = 0
  const skip = (isSkipped: (character: string) => boolean): void => {
    while (at < header.length && isSkipped(header.charAt(at))) at++
  }
  const token = (): string => {
    const start = at
    skip(isTokenPart)
    return header.slice(start, at)
  }
  while (at < header.length) {
    skip((character) => character === ',' || isSpace(character))
    const name = token()
    if (name === '') {
      // Nothing that belongs here, such as a quoted text without a name.
      if (header.charAt(at) === '"') at = quotedEnd(header, at)
      else at++
      continue
    }
    skip(isSpace)
    if (header.charAt(at) !== '=') {
      found.push({ scheme: name.toLowerCase(), params: new Map() })
      continue
    }
    at++
    skip(isSpace)
    const start = at
    if (header.charAt(at) === '"') at = quotedEnd(header, at)
    else skip(isTokenPart)
    const params = found.at(-1)?.params
    const key = name.toLowerCase()
    // The first one counts: a repeated parameter is not allowed, and must not change what was said.
    if (params && !params.has(key)) params.set(key, valueOf(header.slice(start, at)))
  }
  return found
}

function quotedEnd(header: string, start: number): number {
  let at = start + 1
  while (at < header.length && header.charAt(at) !== '"') at += header.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

function valueOf(written: string): string {
  if (!written.startsWith('"')) return written
  return written.slice(1, written.endsWith('"') && written.length > 1 ? -1 : undefined).replaceAll(/\\(.)/gs, '$1')
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t'
/** Of a token, or of what some servers write without quotes: an address. */
const isTokenPart = (character: string): boolean => /[!#$%&'*+\-.^_`|~\w:/?@]/.test(character)
