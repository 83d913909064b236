/** One message as compiled by the build (scripts/lib/compileMessages.mjs, with @lingui/message-utils). */
export type CompiledMessage = readonly CompiledToken[]
type CompiledToken = string | Argument
type Argument = readonly [name: string, type?: string | undefined, detail?: string | Branches | null]
interface Branches {
  readonly [branch: string]: CompiledMessage | number | undefined
}

/** A piece of a text: Parley's own words, which may contain tags, or a value, which is never searched for tags. */
export type MessagePart = { readonly text: string } | { readonly value: string }

/** Gives a message access to its values. */
export interface ArgumentFormats {
  /** The value as a number, for plurals. */
  count(name: string): number
  /** The value as the name of a branch. */
  choice(name: string): string
  /**
   * Returns the value as text. @param type `number`, `date`, `time` or none. @param style the style after the type, for example `short`.
   */
  show(name: string, type: string | undefined, style: string | undefined): string
  number(value: number): string
  readonly cardinal: Intl.PluralRules
  readonly ordinal: Intl.PluralRules
}

/**
 * Pure: returns the parts of a compiled message. Lingui's own runtime is unsuitable: it replaces escapes like `\u202e` and reads tags even
 * in the values, which are untrusted text.
 * @param hash the number that `#` stands for, in a branch of a plural.
 */
export function formatMessage(message: CompiledMessage, formats: ArgumentFormats, hash?: number): MessagePart[] {
  return message.flatMap((token) => {
    if (typeof token !== 'string') return formatArgument(token, formats, hash)
    return token === '#' && hash !== undefined ? [{ value: formats.number(hash) }] : [{ text: token }]
  })
}

function formatArgument([name, type, detail]: Argument, formats: ArgumentFormats, hash: number | undefined): MessagePart[] {
  if (typeof detail !== 'object' || detail === null) return [{ value: formats.show(name, type, detail ?? undefined) }]
  if (type === 'select') return formatMessage(branch(detail, formats.choice(name)) ?? branch(detail, 'other') ?? [], formats, hash)
  const count = formats.count(name)
  const left = count - (typeof detail['offset'] === 'number' ? detail['offset'] : 0)
  // The rules of a language are loaded when a number needs them first.
  const rules = (): Intl.PluralRules => (type === 'selectordinal' ? formats.ordinal : formats.cardinal)
  const chosen = branch(detail, String(count)) ?? branch(detail, rules().select(left)) ?? branch(detail, 'other') ?? []
  return formatMessage(chosen, formats, left)
}

/** Reads only the message's own branches: a value may be called `constructor`. */
function branch(branches: Branches, name: string): CompiledMessage | undefined {
  const found = Object.hasOwn(branches, name) ? branches[name] : undefined
  return typeof found === 'object' ? found : undefined
}

/** Pure: the branches of a plural or select, with their names. Empty for a plain argument. */
function branchesOf([, , detail]: Argument): readonly (readonly [string, CompiledMessage])[] {
  if (typeof detail !== 'object' || detail === null) return []
  return Object.entries(detail).flatMap(([name, found]) => (typeof found === 'object' ? [[name, found] as const] : []))
}

/** Pure: returns every argument of a message, in any of its branches, as name → type (`''` for a plain one). */
export function argumentsOf(message: CompiledMessage): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const token of message) {
    if (typeof token === 'string') continue
    found.set(token[0], token[1] ?? found.get(token[0]) ?? '')
    for (const [, inner] of branchesOf(token)) for (const [name, type] of argumentsOf(inner)) if (!found.get(name)) found.set(name, type)
  }
  return found
}

/** Pure: changes each piece of Parley's own words in a message. Values and the `#` of plurals stay. */
export function mapText(message: CompiledMessage, change: (text: string) => string, inPlural = false): CompiledMessage {
  return message.map((token) => {
    if (typeof token === 'string') return inPlural && token === '#' ? token : change(token)
    const [name, type, detail] = token
    if (typeof detail !== 'object' || detail === null) return token
    const plural = inPlural || type !== 'select'
    const changed = branchesOf(token).map(([key, inner]) => [key, mapText(inner, change, plural)] as const)
    return [name, type, { ...detail, ...Object.fromEntries(changed) }] as const
  })
}

/** Pure: returns all of Parley's own words in a message, from all branches. */
export function collectTexts(message: CompiledMessage): readonly string[] {
  return message.flatMap((token) => (typeof token === 'string' ? [token] : branchesOf(token).flatMap(([, inner]) => collectTexts(inner))))
}
