import { isMixed } from '../../shared/lib/unicodeScripts'

/** Small letters of Cyrillic, Greek and Armenian, and rare Latin ones, that look like plain Latin letters. */
const looksLatin = /^[асеорхуіјѕһӏԁԛԝѵονραικυχγօսոցհյɡɑı0-9-]+$/u

/** Domains at the end of which most names stand; one in the middle pretends that the name ends there. */
const familiarEnds = new Set(['com', 'org', 'net', 'gov', 'edu'])

/**
 * Pure: whether a domain, in Unicode, seems to imitate another one: a word of mixed scripts, a foreign word that can be read as
 * Latin (`аррӏе`), or a familiar domain as the beginning of another (`accounts.google.com.evil.test`).
 */
export function isLookAlike(domain: string): boolean {
  const labels = domain.split('.')
  return labels.slice(1, -2).some((label) => familiarEnds.has(label)) || labels.some(isLookAlikeLabel)
}

function isLookAlikeLabel(label: string): boolean {
  if (/^\p{ASCII}*$/u.test(label)) return false
  return isMixed(label) || looksLatin.test(label) || /(?=.*\p{Script=Latin}).*[\u0180-\u02af]/u.test(label)
}
