import { parseDocument } from 'yaml'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'

/** As much as is listed; the parser is not made for more. */
const CHARACTERS = 16 * 1024
const HEAD = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/

/** Pure: the YAML head of a SKILL.md as JSON; undefined where there is none that can be read. */
export function frontmatter(file: string): JsonObject | undefined {
  const head = HEAD.exec(file.slice(0, CHARACTERS + 16))?.[1]
  if (head === undefined || head.length > CHARACTERS) return undefined
  try {
    const document = parseDocument(head, { schema: 'core', uniqueKeys: true, stringKeys: true, logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    // Through JSON: what has no JSON form is not what a server can have listed.
    const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 10 })))
    return isParsedObject(value) ? value : undefined
  } catch (thrown) {
    // Nested deeper than the parser can go, or with more aliases than anybody needs.
    if (thrown instanceof RangeError || thrown instanceof ReferenceError || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
