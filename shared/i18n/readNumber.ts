import { localeFacts, type Locale } from './locale'
import { normalizeText } from '../lib/limitCombiningMarks'

/** Longer texts are no numbers that a person types. */
const LONGEST = 60

const decimal = Object.fromEntries(
  Object.entries(localeFacts).map(([locale, { intl }]) => [
    locale,
    new Intl.NumberFormat(intl).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
  ]),
)

/**
 * Pure: reads a number as people write it: `1,80`, `1.80`, `1.234,5`, `1,234.5`, `1 234`, `1'234`, `-3`, `2e6`. One sign that could separate
 * thousands or decimals (`1.234`) is read as the language does. Undefined for everything else, also `0x10`.
 */
export function readNumber(text: string, locale: Locale): number | undefined {
  const given = normalizeText(text.trim(), 'NFKC').replaceAll('−', '-')
  if (given.length > LONGEST || !/^[-+]?[\d.,'’ ]*\d(?:e[-+]?\d+)?$/i.test(given) || !/^[-+]?[\d.,]/.test(given)) return undefined
  const plain = withPoint(given.replaceAll('’', "'"), decimal[locale] ?? '.')
  const number = plain === undefined ? Number.NaN : Number(plain)
  return Number.isFinite(number) ? number : undefined
}

/** The number with a point before its decimals and nothing between its thousands. Undefined if its signs are in no order. */
function withPoint(text: string, own: string): string | undefined {
  const [, sign = '', digits = '', power = ''] = /^([-+]?)([^e]*)(e.*)?$/i.exec(text) ?? []
  const signs = Array.from(digits.replaceAll(/\d/g, ''))
  const last = signs.at(-1)
  if (last === undefined) return `${sign}${digits}${power}`
  const isDecimal = (last === '.' || last === ',') && !signs.slice(0, -1).includes(last) && !isThousands(digits, signs, own)
  const at = isDecimal ? digits.lastIndexOf(last) : digits.length
  const [whole, part] = [digits.slice(0, at), digits.slice(at + 1)]
  const groups = isDecimal ? signs.slice(0, -1) : signs
  if (new Set(groups).size > 1 || !isGrouped(whole, groups[0])) return undefined
  return `${sign}${whole.replaceAll(/\D/g, '')}.${part}${power}`
}

/** Whether the only sign of a number separates thousands: `1.234` in German. `0.123` and `1.80` cannot. */
function isThousands(digits: string, signs: readonly string[], own: string): boolean {
  const [only, ...more] = signs
  return more.length === 0 && only !== own && /^[1-9]\d{0,2}\D\d{3}$/.test(digits)
}

function isGrouped(whole: string, sign: string | undefined): boolean {
  if (sign === undefined) return true
  const [first = '', ...others] = whole.split(sign)
  return first !== '' && first.length <= 3 && others.every((group) => group.length === 3)
}
