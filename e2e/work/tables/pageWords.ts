import { table, texts, type WorkTable } from '../workTable'

/** Texts of strangers on the page, in `renderer`. */
export const pageWords: readonly WorkTable[] = [
  table(
    'renderer/markdown/isExpensiveMarkdown.ts',
    () => import('../../../renderer/markdown/isExpensiveMarkdown'),
    ({ isExpensiveMarkdown }) => ({
      isExpensiveMarkdown: {
        ...texts(isExpensiveMarkdown),
        'as the second line': texts((text) => isExpensiveMarkdown(`| a |\n${text}`))['the worst texts'] ?? (() => () => 0),
      },
    }),
  ),
  table(
    'renderer/markdown/splitMarkdown.ts',
    () => import('../../../renderer/markdown/splitMarkdown'),
    ({ MarkdownSplitter, definitionsFor }) => ({
      MarkdownSplitter: texts((text) => new MarkdownSplitter().push(`${text}\n`)),
      definitionsFor: texts((text) => definitionsFor(text, new Map([['a', '[a]: https://a.example']]))),
    }),
  ),
  table(
    'renderer/markdown/markdownLink.ts',
    () => import('../../../renderer/markdown/markdownLink'),
    ({ markdownLink }) => ({
      markdownLink: texts((text) => markdownLink('https://a.example/', text)),
    }),
  ),
  table(
    'renderer/markdown/textToCopy.ts',
    () => import('../../../renderer/markdown/textToCopy'),
    ({ textToCopy }) => ({ textToCopy: texts(textToCopy) }),
  ),
  table(
    'renderer/markdown/rehypeHiddenCharacters.ts',
    () => import('../../../renderer/markdown/rehypeHiddenCharacters'),
    ({ rehypeHiddenCharacters }) => ({
      rehypeHiddenCharacters: texts((text) => rehypeHiddenCharacters()({ type: 'root', children: [{ type: 'text', value: text }] })),
    }),
  ),
  table(
    'renderer/ui/visibleText.ts',
    () => import('../../../renderer/ui/visibleText'),
    ({ splitVisibleText, beginning }) => ({
      splitVisibleText: texts(splitVisibleText),
      beginning: texts((text) => beginning(splitVisibleText(text), 100)),
    }),
  ),
  table(
    'renderer/ui/textDiff.ts',
    () => import('../../../renderer/ui/textDiff'),
    ({ diffWords, diffLines }) => ({
      diffWords: texts((text) => diffWords(text, `${text} more`)),
      diffLines: texts((text) => diffLines(text, `${text}\nmore`)),
    }),
  ),
  table(
    'renderer/ui/files/safeFileName.ts',
    () => import('../../../renderer/ui/files/safeFileName'),
    ({ safeFileName }) => ({ safeFileName: texts(safeFileName) }),
  ),
]
