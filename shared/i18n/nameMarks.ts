import type { Locale } from './locale'

/** The params of Parley's texts that name a server, what it offers, a conversation, a model or its provider. In a sentence, they stand in quotation marks. */
export const NAMED: ReadonlySet<string> = new Set([
  'server',
  'serverId',
  'tool',
  'prompt',
  'resource',
  'skill',
  'conversation',
  'title',
  'model',
  'provider',
  'name',
  'meant',
])

/** The quotation marks of each language. */
export const nameMarks: { readonly [L in Locale]: { readonly open: string; readonly close: string } } = {
  en: { open: '“', close: '”' },
  de: { open: '„', close: '“' },
  pseudo: { open: '“', close: '”' },
}

/** The marks of a quote within a quote. The closing mark of German is the opening one of English, so a language only ever reads its own. */
const INNER: { readonly [L in Locale]: Readonly<Record<string, string>> } = {
  en: { '“': '‘', '”': '’' },
  de: { '„': '‚', '“': '‘' },
  pseudo: { '“': '‘', '”': '’' },
}

/** Pure: a text that stands in quotation marks itself, with other marks around the names in it: “every tool of ‘Files’”. */
export function marksWithin(text: string, locale: Locale): string {
  const inner = INNER[locale]
  return text.replaceAll(/[“”„]/g, (mark) => inner[mark] ?? mark)
}
