/** Scripts that are written together in one word; every other mixture in a name is meant to deceive (Unicode TS 39, "highly restrictive"). */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const scripts = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Hangul', /\p{Script=Hangul}/u],
] as const

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
  const used = new Set(Array.from(label).flatMap(scriptsOf))
  if (used.size > 1 && !writtenTogether.some((together) => [...used].every((script) => together.includes(script)))) return true
  return looksLatin.test(label) || (used.has('Latin') && /[\u0180-\u02af]/u.test(label))
}

/** Digits, hyphens and accents belong to every script; a letter of a script that is not in the list counts as its own. */
function scriptsOf(character: string): readonly string[] {
  if (!/\p{Letter}/u.test(character) || /[\p{Script=Common}\p{Script=Inherited}]/u.test(character)) return []
  const known = scripts.find(([, expression]) => expression.test(character))
  return [known?.[0] ?? 'other']
}
