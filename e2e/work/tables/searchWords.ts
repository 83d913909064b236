import { input, table, texts, type WorkTable } from '../workTable'

/** Texts of strangers, as the search reads them. */
export const searchWords: readonly WorkTable[] = [
  table(
    'shared/search/tokenize.ts',
    () => import('../../../shared/search/tokenize'),
    ({ tokenize, foldText }) => ({
      tokenize: { ...texts(tokenize), Chinese: input((size) => '学习'.repeat(size / 2), tokenize) },
      foldText: texts(foldText),
    }),
  ),
  table(
    'shared/search/searchQuery.ts',
    () => import('../../../shared/search/searchQuery'),
    ({ parseQuery, matchTerms, canBegin }) => ({
      parseQuery: texts(parseQuery),
      matchTerms: {
        ...texts((text) => matchTerms(text, parseQuery('a "a b" 学'))),
        // What is looked for fits nearly everywhere, up to its last word.
        repetitions: input(
          (size) => 'a '.repeat(size / 2),
          (text) => matchTerms(text, parseQuery(`"${'a '.repeat(40)}b"`)),
        ),
      },
      canBegin: texts(canBegin),
    }),
  ),
  table(
    'shared/search/snippet.ts',
    () => import('../../../shared/search/snippet'),
    ({ snippetOf, withoutMarkdownSigns }) => ({
      withoutMarkdownSigns: texts((text) => withoutMarkdownSigns({ text, marks: [] })),
      snippetOf: texts((text) => snippetOf(text, [{ start: Math.floor(text.length / 2), end: Math.floor(text.length / 2) + 1 }])),
    }),
  ),
  table(
    'shared/search/occurrences.ts',
    () => import('../../../shared/search/occurrences'),
    ({ occurrencesOf }) => ({
      occurrencesOf: {
        ...texts((text) => occurrencesOf('a')(text)),
        wanted: input(
          (size) => 'aå '.repeat(size / 3),
          (text) => occurrencesOf(text)('a'),
        ),
      },
    }),
  ),
  table(
    'shared/search/searchedText.ts',
    () => import('../../../shared/search/searchedText'),
    ({ searchedText, joinSearched }) => ({
      searchedText: texts((text) => searchedText({ type: 'resource_link', uri: text, name: text, title: text })),
      joinSearched: texts((text) => joinSearched([text, text])),
    }),
  ),
  table(
    'renderer/features/chat/results/lookInResult.ts',
    () => import('../../../renderer/features/chat/results/lookInResult'),
    ({ lookInResult }) => ({
      lookInResult: texts((text) =>
        lookInResult({ content: [{ type: 'text', text }] }, { words: 'a', by: 'text', index: text.length - 1 }),
      ),
    }),
  ),
]
