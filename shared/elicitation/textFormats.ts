// Pure checks, in linear time, for the four text formats of a form. They are as strict as the checkers that servers use.

const emailName = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Whether a text is an email address: a name, an @, and a domain with at least two labels. */
export function isEmail(text: string): boolean {
  const [name = '', domain, ...more] = text.split('@')
  if (domain === undefined || more.length > 0 || !emailName.test(name)) return false
  const labels = domain.split('.')
  return text.length <= 320 && labels.length >= 2 && labels.every((label) => domainLabel.test(label))
}

const percent = '%[0-9a-f]{2}'
const name = `(?:[\\w\\-.~!$&'()*+,;=]|${percent})`
const step = `(?:[\\w\\-.~!$&'()*+,;=:@]|${percent})`
const authority = `(?:(?:[\\w\\-.~!$&'()*+,;=:]|${percent})*@)?(?:\\[([0-9a-f:]+)\\]|${name}*)(?::\\d*)?`
const uri = new RegExp(
  `^[a-z][a-z0-9+.-]*:(?://${authority}(?:/${step}*)*|/?${step}+(?:/${step}*)*)(?:\\?(?:${step}|[/?])*)?(?:#(?:${step}|[/?])*)?$`,
  'i',
)

/** Whether a text is a URI with a scheme (RFC 3986). */
export function isUri(text: string): boolean {
  const match = uri.exec(text)
  return match !== null && (match[1] === undefined || isIpv6(match[1]))
}

function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::')
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')))
  if (more.length > 0 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  return tail === undefined ? groups.length === 8 : groups.length <= 7
}

/** Whether a text is an RFC 3339 `full-date` of a day that exists. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month))
}

/** Whether a text is an RFC 3339 `date-time`, with seconds and UTC offset. Leap seconds are invalid. */
export function isDateTime(text: string): boolean {
  const [, date, ...numbers] = /^([\d-]{10})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|[+-](\d{2}):(\d{2}))$/i.exec(text) ?? []
  if (date === undefined || !isDate(date)) return false
  const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = numbers.map((digits) => Number(digits ?? 0))
  return hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
