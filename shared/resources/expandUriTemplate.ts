/** The value of a variable: text, a list, or names with their values. */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>
export type TemplateValues = Readonly<Record<string, TemplateValue>>

/** A variable of a template. `prefix` is the number of characters to take. `explode` makes each member a separate part. */
interface Variable {
  readonly name: string
  readonly prefix?: number
  readonly explode: boolean
}

interface Operator {
  readonly first: string
  readonly separator: string
  readonly named: boolean
  /** The text after the name of an empty value. */
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

/**
 * Pure: whether a text is a template whose expansion nobody has to guess: its braces pair, and each expression is one of RFC 6570. A hyphen in a
 * name is accepted, although the RFC does not know it, because its meaning is clear.
 */
export function isUriTemplate(template: string): boolean {
  const inside = [...template.matchAll(braces)].map(([, list = '']) => list)
  const outside = template.replaceAll(braces, '')
  return (
    !/[{}]/.test(outside) &&
    inside.every((expression) =>
      expression
        .replace(/^[+#./;?&]/, '')
        .split(',')
        .every(isVariable),
    )
  )
}

const braces = /\{([^{}]*)\}/g

function isVariable(text: string): boolean {
  return /^[\p{L}\p{N}_.%-]+(?::[1-9]\d{0,3}|\*)?$/u.test(text.trim())
}

/** Pure: returns the names of a template's variables in their order, without duplicates. */
export function templateVariables(template: string): readonly string[] {
  return [...new Set([...template.matchAll(expressions)].flatMap(([, , list = '']) => variablesIn(list).map(({ name }) => name)))]
}

/**
 * Pure: expands a template with values for its variables. A variable without a value adds nothing. Supports all four levels of RFC 6570.
 * Text outside of expressions stays, percent-encoded where an address needs it.
 */
export function expandUriTemplate(template: string, values: TemplateValues): string {
  const parts: string[] = []
  let from = 0
  for (const match of template.matchAll(expressions)) {
    const [whole, sign = '', list = ''] = match
    parts.push(encode(template.slice(from, match.index), true), expand(operators[sign] ?? plain, variablesIn(list), values))
    from = match.index + whole.length
  }
  return [...parts, encode(template.slice(from), true)].join('')
}

// Neither pattern is ambiguous, so the time is linear in the template's length.
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

/** Returns the parts of one variable: a single part, or one part per member for `explode`. */
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

/** Percent-encodes a text. `reserved` keeps the characters with a meaning in addresses, and existing percent escapes. */
function encode(text: string, reserved: boolean): string {
  return text.replaceAll(reserved ? /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9_.~:/?#[\]@!$&'()*+,;=%-]+/g : /[^A-Za-z0-9_.~-]+/g, percent)
}

/** `encodeURIComponent` keeps some characters that RFC 6570 requires to be encoded. */
function percent(characters: string): string {
  return encodeURIComponent(characters.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
