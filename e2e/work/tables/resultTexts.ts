import { input, many, table, texts, type WorkTable } from '../workTable'

const arrangement = { filter: 'row', language: 'en', order: { column: 0, direction: 'descending' } } as const
const rows = (size: number): string => JSON.stringify(many(size, (id) => ({ id, name: `row ${id}` }), 30))
const nested = (size: number): string => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`
const escapes = (size: number): string => JSON.stringify(['\\"'.repeat(size / 4)])

/** Results of calls, as their views read them. */
export const resultTexts: readonly WorkTable[] = [
  table(
    'shared/results/jsonIndex.ts',
    () => import('../../../shared/results/jsonIndex'),
    ({ indexJson, readJsonString }) => ({
      indexJson: {
        ...texts(indexJson),
        rows: input(rows, (text) => indexJson(text)),
        nested: input(nested, (text) => indexJson(text)),
        escapes: input(escapes, (text) => indexJson(text)),
        open: input(
          (size) => '['.repeat(size),
          (text) => indexJson(text),
        ),
      },
      readJsonString: texts((text) => readJsonString(JSON.stringify(text))),
    }),
  ),
  table(
    'shared/results/findFolded.ts',
    () => import('../../../shared/results/findFolded'),
    ({ findFolded, foldWanted, holdsFolded }) => ({
      findFolded: {
        ...texts((text) => findFolded(text, 'a')),
        'nearly everywhere': input(
          (size) => 'ä'.repeat(size),
          (text) => findFolded(text, `${'a'.repeat(190)}b`),
        ),
      },
      foldWanted: texts(foldWanted),
      holdsFolded: texts((text) => holdsFolded(text, 'ab')),
    }),
  ),
  table(
    'shared/results/textRows.ts',
    () => import('../../../shared/results/textRows'),
    ({ rowsOf }) => ({
      rowsOf: {
        ...texts((text) => rowsOf(text, 80)),
        'one line': input(
          (size) => 'x'.repeat(size),
          (text) => rowsOf(text, 10),
        ),
        breaks: input(
          (size) => '\n'.repeat(size),
          (text) => rowsOf(text),
        ),
      },
    }),
  ),
  table(
    'shared/results/jsonTable.ts',
    () => import('../../../shared/results/jsonTable'),
    ({ compareNumbers }) => ({
      compareNumbers: {
        digits: input(
          (size) => '9'.repeat(size),
          (text) => compareNumbers(text, `${text}1`),
        ),
      },
    }),
  ),
  table(
    'shared/results/resultDocument.ts',
    () => import('../../../shared/results/resultDocument'),
    ({ ResultDocument }) => ({
      ResultDocument: {
        ...texts((text) => new ResultDocument(0, text).text(80, 'a', 0, 100)),
        table: input(rows, (text) => {
          const document = new ResultDocument(0, text)
          return [document.table(arrangement, 0, 100), document.part({ kind: 'csv', arrangement }, 0)]
        }),
        tree: input(rows, (text) => {
          const document = new ResultDocument(0, text)
          const found = document.findInTree('row', 99, [])
          return [document.tree(found.folds ?? [], 0, 100), document.path(found.id ?? ''), document.part({ kind: 'branch', id: '0' }, 0)]
        }),
        nested: input(nested, (text) => new ResultDocument(0, text).findInTree('1', 0, [])),
      },
    }),
  ),
  table(
    'shared/results/documentsOf.ts',
    () => import('../../../shared/results/documentsOf'),
    ({ documentsOf }) => ({
      documentsOf: {
        'the same as text': input(rows, (text) => documentsOf({ content: [{ type: 'text', text }], structuredContent: JSON.parse(text) })),
        'many texts': input(
          (size) => many(size, () => ({ type: 'text', text: 'x' }) as const),
          (content) => documentsOf({ content }),
        ),
      },
    }),
  ),
]
