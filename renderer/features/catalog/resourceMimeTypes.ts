import { languageOf } from '../../markdown/highlightCode'

/** Types that do not name their language themselves, with the language that colours them. All of them are text. */
const languages: Readonly<Record<string, string>> = {
  'application/javascript': 'javascript',
  'application/sql': 'sql',
  'application/toml': 'toml',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'application/x-sh': 'bash',
  'application/x-yaml': 'yaml',
  'image/svg+xml': 'xml',
  'text/x-shellscript': 'bash',
}

/** Pure: whether a type, in lower case and without its parameters, is JSON. */
export const isJsonType = (type: string): boolean => type.endsWith('/json') || type.endsWith('+json')

/** Pure: whether content of this type is text, also when its server sends it as base64. */
export const isTextType = (type: string): boolean => type.startsWith('text/') || isJsonType(type) || Object.hasOwn(languages, type)

/** Pure: the language in which text is coloured: by its type, else by the ending of its address. Undefined for one without colours. */
export function languageOfType(type: string, uri: string): string | undefined {
  if (isJsonType(type)) return 'json'
  const named = languages[type] ?? /^text\/(?:x-)?([\w+-]+)$/.exec(type)?.[1]
  if (named !== undefined && languageOf(named) !== undefined) return languageOf(named)
  const ending = endingOf(uri.split(/[?#]/, 1)[0] ?? '') ?? endingOf(uri)
  return ending === undefined ? undefined : languageOf(ending)
}

function endingOf(address: string): string | undefined {
  return /\.([a-z0-9]+)$/i.exec(address)?.[1]
}
