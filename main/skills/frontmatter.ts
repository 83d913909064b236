import { parseDocument } from 'yaml'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'

/** The same limit as in listings. The parser is not made for more. */
const CHARACTERS = 16 * 1024
const HEAD = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/

/** Pure: returns the YAML head of a SKILL.md as JSON. Returns undefined if there is no readable one. */
export function frontmatter(file: string): JsonObject | undefined {
  const head = HEAD.exec(file.slice(0, CHARACTERS + 16))?.[1]
  if (head === undefined || head.length > CHARACTERS) return undefined
  try {
    // Pretty errors copy the text around each of them, and there may be thousands.
    const document = parseDocument(head, { schema: 'core', uniqueKeys: true, stringKeys: true, logLevel: 'silent', prettyErrors: false })
    if (document.errors.length > 0) return undefined
    // Converted through JSON, because a server can only list values with a JSON form.
    const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 10 })))
    return isParsedObject(value) ? value : undefined
  } catch (thrown) {
    // The YAML is nested too deeply for the parser, or has too many aliases.
    if (thrown instanceof RangeError || thrown instanceof ReferenceError || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
