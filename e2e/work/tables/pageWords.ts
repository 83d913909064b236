import { table, texts, type WorkTable } from '../workTable'

/** Texts of strangers on the page, in `renderer` and `shared/markdown`. */
export const pageWords: readonly WorkTable[] = [
  table(
    'shared/markdown/isExpensiveMarkdown.ts',
    () => import('../../../shared/markdown/isExpensiveMarkdown'),
    ({ isExpensiveMarkdown }) => ({
      isExpensiveMarkdown: {
        ...texts(isExpensiveMarkdown),
        'as the second line': texts((text) => isExpensiveMarkdown(`| a |\n${text}`))['the worst texts'] ?? (() => () => 0),
      },
    }),
  ),
  table(
    'renderer/markdown/codeFileName.ts',
    () => import('../../../renderer/markdown/codeFileName'),
    ({ codeFileName }) => ({ codeFileName: texts(codeFileName) }),
  ),
  table(
    'renderer/markdown/previews/previewKind.ts',
    () => import('../../../renderer/markdown/previews/previewKind'),
    ({ previewKind }) => ({ previewKind: texts((text) => previewKind('xml', text)) }),
  ),
  table(
    'renderer/features/chat/mentions/mentionAt.ts',
    () => import('../../../renderer/features/chat/mentions/mentionAt'),
    ({ mentionAt }) => ({
      mentionAt: texts((text) => mentionAt(`${text} @rep`, text.length + 5)),
    }),
  ),
  table(
    'renderer/features/chat/isProse.ts',
    () => import('../../../renderer/features/chat/isProse'),
    ({ isProse }) => ({ isProse: texts(isProse) }),
  ),
  table(
    'shared/markdown/splitMarkdown.ts',
    () => import('../../../shared/markdown/splitMarkdown'),
    ({ MarkdownSplitter, definitionsFor }) => ({
      MarkdownSplitter: texts((text) => new MarkdownSplitter().push(`${text}\n`)),
      definitionsFor: texts((text) => definitionsFor(text, new Map([['a', '[a]: https://a.example']]))),
    }),
  ),
  table(
    'shared/markdown/markdownLink.ts',
    () => import('../../../shared/markdown/markdownLink'),
    ({ markdownLink }) => ({
      markdownLink: texts((text) => markdownLink('https://a.example/', text)),
    }),
  ),
  table(
    'shared/lib/textToCopy.ts',
    () => import('../../../shared/lib/textToCopy'),
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
    'renderer/markdown/rehypeInlineHtml.ts',
    () => import('../../../renderer/markdown/rehypeInlineHtml'),
    ({ rehypeInlineHtml }) => ({
      rehypeInlineHtml: texts((text) =>
        rehypeInlineHtml()({ type: 'root', children: text.split(/(?=<)/).map((value) => ({ type: 'raw', value })) }),
      ),
    }),
  ),
  table(
    'renderer/markdown/rehypeFootnoteMarks.ts',
    () => import('../../../renderer/markdown/rehypeFootnoteMarks'),
    ({ rehypeFootnoteMarks }) => ({
      rehypeFootnoteMarks: texts((text) => rehypeFootnoteMarks()({ type: 'root', children: [{ type: 'text', value: text }] })),
    }),
  ),
  table(
    'renderer/markdown/remarkKeepBreaks.ts',
    () => import('../../../renderer/markdown/remarkKeepBreaks'),
    ({ remarkKeepBreaks }) => ({
      remarkKeepBreaks: texts((text) => {
        for (const notWrapped of [false, true]) {
          const position = { start: { line: 1 } }
          remarkKeepBreaks({ notWrapped })({ type: 'root', children: [{ type: 'text', value: text, position }] }, text)
        }
      }),
    }),
  ),
  table(
    'renderer/markdown/lists/listPlaces.ts',
    () => import('../../../renderer/markdown/lists/listPlaces'),
    ({ listPlaces }) => ({
      listPlaces: texts((text) =>
        listPlaces(
          text.split('\n').flatMap((line) => [
            { kind: 'plain', text: `- ${line}` },
            { kind: 'plain', text: `- ${text}`.slice(0, 40), continued: true },
          ]),
          true,
        ),
      ),
    }),
  ),
  table(
    'shared/markdown/splitSummary.ts',
    () => import('../../../shared/markdown/splitSummary'),
    ({ splitSummary }) => ({ splitSummary: texts((text) => splitSummary(`<summary>${text}`)) }),
  ),
  table(
    'renderer/markdown/reactNodeText.ts',
    () => import('../../../renderer/markdown/reactNodeText'),
    ({ reactNodeText }) => ({ reactNodeText: texts((text) => reactNodeText([text])) }),
  ),
  table(
    'shared/markdown/formulaBlock.ts',
    () => import('../../../shared/markdown/formulaBlock'),
    ({ formulaStart, formulaEnd }) => ({
      formulaStart: texts((text) => formulaStart(`\\[${text}`)),
      formulaEnd: texts((text) => formulaEnd(text, '$$')),
    }),
  ),
  table(
    'shared/markdown/isExpensiveFormula.ts',
    () => import('../../../shared/markdown/isExpensiveFormula'),
    ({ isExpensiveFormula }) => ({ isExpensiveFormula: texts(isExpensiveFormula) }),
  ),
  table(
    'renderer/markdown/tables/sortRows.ts',
    () => import('../../../renderer/markdown/tables/sortRows'),
    ({ sortRows }) => ({
      sortRows: texts((text) =>
        sortRows(
          text.split('\n').map((cell) => [cell]),
          { column: 0, direction: 'ascending' },
          'en',
        ),
      ),
    }),
  ),
  table(
    'renderer/markdown/tables/remarkTableCells.ts',
    () => import('../../../renderer/markdown/tables/remarkTableCells'),
    ({ remarkTableCells }) => ({
      remarkTableCells: texts((text) => {
        const rows = Array.from(text, (_, offset) => ({
          type: 'tableRow',
          children: [],
          position: { start: { offset }, end: { offset: offset + 1 } },
        }))
        // Ten rows are drawn, so that nearly all are read again at each size.
        const align = Array.from({ length: 200 }, () => null)
        remarkTableCells()({ type: 'root', children: [{ type: 'table', align, children: rows }] }, text)
      }),
    }),
  ),
  table(
    'shared/markdown/tableSyntax.ts',
    () => import('../../../shared/markdown/tableSyntax'),
    ({ tableColumns, endsTable }) => ({
      tableColumns: {
        ...texts((text) => tableColumns(`|${text}`, '|-|')),
        'as the second line': texts((text) => tableColumns('|a|', `|-${text}`))['the worst texts'] ?? (() => () => 0),
      },
      endsTable: texts(endsTable),
    }),
  ),
  table(
    'shared/markdown/growingTable.ts',
    () => import('../../../shared/markdown/growingTable'),
    ({ GrowingTable, rowsPerPart }) => ({
      GrowingTable: texts((text) => {
        const table = new GrowingTable('|a|\n|-|', 1)
        for (const row of text.split('\n')) table.add(row)
        return table.source()
      }),
      rowsPerPart: texts((text) => rowsPerPart(text.length)),
    }),
  ),
  table(
    'shared/lib/tableToCsv.ts',
    () => import('../../../shared/lib/tableToCsv'),
    ({ tableToCsv, csvCell }) => ({
      tableToCsv: texts((text) => tableToCsv(text.split('\n').map((cell) => [cell]))),
      csvCell: texts(csvCell),
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
]
