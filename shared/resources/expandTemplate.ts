/** What stands for a variable: text, a list, or names with their values. */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>
export type TemplateValues = Readonly<Record<string, TemplateValue>>

/** A variable of a template: how many characters of it are taken, and whether its parts stand on their own. */
interface Variable {
  readonly name: string
  readonly prefix?: number
  readonly explode: boolean
}

interface Operator {
  readonly first: string
  readonly separator: string
  readonly named: boolean
  /** What stands behind the name of an empty value. */
  readonly ifEmpty: string
  readonly reserved: boolean
}

const plain: Operator = { first: '', separator: ',', named: false, ifEmpty: '', reserved: false }
const operators: Readonly<Record<string, Operator>> = {
  '+': { ...plain, reserved: true },
  '#': { ...plain, first: '#', reserved: true },
  '.': { ...plain, first: '.', separator: '.' },
  '/': { ...plain, first: '/', separator: '/' },
  ';': { ...plain, first: ';', separator: ';', named: true },
  '?': { ...plain, first: '?', separator: '&', named: true, ifEmpty: '=' },
  '&': { ...plain, first: '&', separator: '&', named: true, ifEmpty: '=' },
}

/** Pure: the names of a template's variables, each once, in order. */
export function templateVariables(template: string): readonly string[] {
  return [...new Set([...template.matchAll(expressions)].flatMap(([, , list = '']) => variablesIn(list).map(({ name }) => name)))]
}

/**
 * Pure: the address that a template and values for its variables make; a variable without a value leaves nothing behind. All four
 * levels of RFC 6570. What is no expression stays as it is.
 */
export function expandTemplate(template: string, values: TemplateValues): string {
  const parts: string[] = []
  let from = 0
  for (const match of template.matchAll(expressions)) {
    const [whole, sign = '', list = ''] = match
    parts.push(encode(template.slice(from, match.index), true), expand(operators[sign] ?? plain, variablesIn(list), values))
    from = match.index + whole.length
  }
  return [...parts, encode(template.slice(from), true)].join('')
}

// Neither pattern can match one text in two ways, so a long template takes only as long as it is.
const expressions = /\{([+#./;?&]?)([^{}]+)\}/g
const modifiers = /^([^:*]+)(?::(\d{1,4}))?(\*?)$/

function variablesIn(list: string): readonly Variable[] {
  return list.split(',').map((text) => {
    const [, name = text, prefix, star] = modifiers.exec(text.trim()) ?? []
    return { name, explode: star === '*', ...(prefix !== undefined && { prefix: Number(prefix) }) }
  })
}

function expand(operator: Operator, variables: readonly Variable[], values: TemplateValues): string {
  const parts = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined
    return value === undefined ? [] : expandOne(operator, variable, value)
  })
  return parts.length === 0 ? '' : `${operator.first}${parts.join(operator.separator)}`
}

/** What one variable adds: one part, or a part for each of its members where they stand on their own. */
function expandOne(operator: Operator, { name, prefix, explode }: Variable, value: TemplateValue): readonly string[] {
  const { reserved, named } = operator
  if (typeof value === 'string') {
    const text = encode(prefix === undefined ? value : Array.from(value).slice(0, prefix).join(''), reserved)
    return [named ? withName(operator, name, text) : text]
  }
  const pairs: readonly (readonly string[])[] = isList(value) ? value.map((item) => [item]) : Object.entries(value)
  const members = pairs.map((pair) => pair.map((text) => encode(text, reserved)))
  if (members.length === 0) return []
  if (!explode) {
    const text = members.map((member) => member.join(',')).join(',')
    return [named ? withName(operator, name, text) : text]
  }
  return members.map(([first = '', second]) => {
    if (second !== undefined) return named ? withName(operator, first, second) : `${first}=${second}`
    return named ? withName(operator, name, first) : first
  })
}

function withName({ ifEmpty }: Operator, name: string, text: string): string {
  return `${name}${text === '' ? ifEmpty : `=${text}`}`
}

function isList(value: Exclude<TemplateValue, string>): value is readonly string[] {
  return Array.isArray(value)
}

/** Percent-encodes; `reserved` lets the characters with a meaning in addresses, and what is encoded already, pass. */
function encode(text: string, reserved: boolean): string {
  return text.replaceAll(reserved ? /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9_.~:/?#[\]@!$&'()*+,;=%-]+/g : /[^A-Za-z0-9_.~-]+/g, percent)
}

/** Some signs that an address keeps elsewhere are let through by the function, but not by the standard of templates. */
function percent(characters: string): string {
  return encodeURIComponent(characters.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
