/** What a server's refusal says about credentials (RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  /** Whether it names a scheme that Parley can sign in for: Bearer or DPoP. */
  readonly known: boolean
  readonly dpop: boolean
  readonly error?: string
  readonly errorDescription?: string
  readonly scope?: string
  readonly resourceMetadataUrl?: string
}

/** Longer headers are ignored: a genuine challenge is short, and parsing a huge header costs time. */
const LONGEST = 8 * 1024
const NONE: Challenge = { known: false, dpop: false }

/** Pure: parses all challenges of a response in one pass. Anything that is not a challenge is skipped. */
export function readChallenge(headers: Headers): Challenge {
  const header = headers.get('www-authenticate')
  if (header === null || header.length > LONGEST) return NONE
  const challenges = parseChallenges(header).filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop')
  // A server may name both schemes. A parameter missing in one may be present in the other.
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

/** Pure: linear in the length of the header. */
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
      // Skip unexpected text, such as a quoted string without a name.
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
    // The first value wins: repeated parameters are not allowed and must not override it.
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
/** Characters of a token, plus those in addresses that some servers send unquoted. */
const isTokenPart = (character: string): boolean => /[!#$%&'*+\-.^_`|~\w:/?@]/.test(character)
