import { canBegin, type SearchTerm } from '../../shared/search/searchQuery'

/**
 * Pure: terms in the syntax of FTS5. Each is one string of words, which consist of letters, digits and marks, so nothing that a person typed is
 * syntax. Source: https://sqlite.org/fts5.html#full_text_query_syntax
 */
export function ftsMatchExpression(terms: readonly SearchTerm[]): string {
  return terms.map(expressionOf).join(' AND ')
}

function expressionOf({ words, isBeginning }: SearchTerm): string {
  const last = words.at(-1) ?? ''
  return `"${words.join(' ')}"${isBeginning && canBegin(last) ? ' *' : ''}`
}
