import { expect, it } from 'vitest'
import { documentsOf } from './documentsOf'
import { ResultDocument } from './resultDocument'
import { rowsOf } from './textRows'

const open = (text: string) => new ResultDocument(0, text)
const arrangement = { filter: '', language: 'en' } as const
/** What stands in the rows of a table. */
const cells = (document: ResultDocument, wanted: Partial<Parameters<ResultDocument['table']>[0]> = {}) =>
  document.table({ ...arrangement, ...wanted }, 0, 100).rows.map((row) => row.map(({ text }) => text))
const shownTree = (document: ResultDocument, folds: readonly string[] = []) =>
  document.tree(folds, 0, 1_000).rows.map((row) => {
    const name = row.range?.join('–') ?? row.key ?? row.index ?? ''
    return `${'  '.repeat(row.depth)}${name} ${row.kind} ${row.text || row.children}`
  })
/** Everything that a part of a result consists of. */
const whole = (document: ResultDocument, part: Parameters<ResultDocument['part']>[0]): string => {
  let text = ''
  for (let from: number | undefined = 0; from !== undefined;) {
    const answer: ReturnType<ResultDocument['part']> = document.part(part, from)
    text += answer.text
    from = answer.next
  }
  return text
}

it('takes a list of objects for a table, also one alone in an object, and nothing else', () => {
  const columns = (text: string) => open(text).facts.table?.columns.map(({ name, isNumeric }) => `${name}${isNumeric ? ' #' : ''}`)
  expect(columns('[{"id":1,"a":"x"},{"id":2,"b":null}]')).toEqual(['id #', 'a', 'b'])
  expect(columns('{"total":2,"items":[{"id":1},{"id":2}]}')).toEqual(['id #'])
  for (const text of ['[]', '[1,2]', '[{"a":1},2]', '{"a":[{"b":1}],"c":[{"d":1}]}', '[{"a":{"b":1}},{"a":[]}]', '{"a":1}', '[{}]'])
    expect([text, columns(text)]).toEqual([text, undefined])
})

it('is JSON only where all of the text is', () => {
  const isJson = (text: string) => open(text).facts.isJson
  expect(['{"a":[1,-2.5e+3,true,null,"\\u00e4\\n"]}', ' [ ] ', '{}\n'].map(isJson)).toEqual([true, true, true])
  for (const text of [
    '[1,]',
    '[1 2]',
    '{"a"}',
    '{a:1}',
    '[01]',
    '[1]x',
    '["\n"]',
    '["\\x"]',
    '["\\u12"]',
    '[',
    '{"a":1',
    '[tru]',
    '[.5]',
    '5',
    '"a"',
    '',
  ])
    expect([text, isJson(text)]).toEqual([text, false])
})

it('shows numbers as they were written, and orders them by what they are', () => {
  const table = open('[{"n":9007199254740993},{"n":9007199254740992},{"n":1e400},{"n":-0.10},{"n":10},{"n":9}]')
  expect(cells(table).flat()).toEqual(['9007199254740993', '9007199254740992', '1e400', '-0.10', '10', '9'])
  const ordered = cells(table, { order: { column: 0, direction: 'ascending' } })
  expect(ordered.flat()).toEqual(['-0.10', '9', '10', '9007199254740992', '9007199254740993', '1e400'])
  expect(shownTree(open('{"n":9007199254740993}'))).toEqual([' object 1', '  n number 9007199254740993'])
})

it('orders texts by the alphabet and their numbers, with what is missing last in both directions', () => {
  const table = open('[{"a":"file10"},{"a":null},{"a":"Émile"},{"b":1},{"a":"file9"},{"a":"zebra"}]')
  const column = (direction: 'ascending' | 'descending') => cells(table, { order: { column: 0, direction } }).map(([cell]) => cell)
  expect(column('ascending')).toEqual(['Émile', 'file9', 'file10', 'zebra', 'null', ''])
  expect(column('descending')).toEqual(['zebra', 'file10', 'file9', 'Émile', 'null', ''])
})

it('keeps the rows that hold words, in any cell, and says where', () => {
  const table = open('[{"a":"Rechnung Müller","n":42},{"a":"muller","n":1},{"a":"other","n":420}]')
  expect(cells(table, { filter: 'MULLER' })).toHaveLength(2)
  expect(cells(table, { filter: '42' }).map(([name]) => name)).toEqual(['Rechnung Müller', 'other'])
  expect(table.table({ ...arrangement, filter: 'muller' }, 0, 1).rows[0]?.[0]?.marks).toEqual([[9, 15]])
})

it('keeps keys that mean something to a program as keys, and the last of two that are the same', () => {
  const text = '[{"__proto__":"p","constructor":"c","a":1,"a":2},{"__proto__":"q","constructor":"d","a":3}]'
  expect(open(text).facts.table?.columns.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'a'])
  expect(cells(open(text))).toEqual([
    ['p', 'c', '2'],
    ['q', 'd', '3'],
  ])
  expect(shownTree(open(text), ['1'])).toContain('    a number 1')
})

it('writes CSV of the rows in sight, in their order, that no spreadsheet runs', () => {
  const table = open('[{"a":"=1+1","n":-1.5e-7},{"a":"x, \\"y\\"","n":2},{"a":"left out","n":3}]')
  const wanted = { ...arrangement, filter: '2', order: { column: 1, direction: 'descending' } } as const
  expect(whole(table, { kind: 'csv', arrangement: wanted })).toBe('a,n\r\n"x, ""y""",2\r\n')
  expect(whole(table, { kind: 'csv', arrangement })).toContain("'=1+1,-1.5e-7\r\n")
  const long = open(JSON.stringify(Array.from({ length: 1_234 }, (_, id) => ({ id }))))
  expect(whole(long, { kind: 'csv', arrangement }).split('\r\n')).toHaveLength(1_236)
})

it('folds a tree, and shows long lists in steps', () => {
  const tree = open(`{"list":[${Array.from({ length: 312 }, (_, place) => place).join(',')}],"next":null}`)
  const atFirst = shownTree(tree)
  expect(atFirst.slice(0, 5)).toEqual([' object 2', '  list array 312', '    0–99 range 100', '      0 number 0', '      1 number 1'])
  expect(atFirst.slice(-4)).toEqual(['    100–199 range 100', '    200–299 range 100', '    300–311 range 12', '  next literal null'])
  expect(shownTree(tree, ['1'])).toEqual([' object 2', '  list array 312', '  next literal null'])
  const huge = shownTree(open(`[${'0,'.repeat(123_456)}0]`))
  expect([huge.length, huge[1], huge.at(-1)]).toEqual([14, '  0–9999 range 10000', '  120000–123456 range 3457'])
})

it('finds keys and values, says where they are, and unfolds what leads there', () => {
  const items = Array.from({ length: 150 }, (_, id) => ({ id, title: id === 120 ? 'Grüße' : 'none', 'odd key': { deep: [id] } }))
  const tree = open(JSON.stringify({ issues: items }))
  const found = tree.findInTree('grusse', 0, [])
  expect([found.count, found.id && tree.path(found.id)]).toEqual([1, 'issues[120].title'])
  const folds = found.folds ?? []
  expect(tree.tree(folds, found.row ?? -1, 1).rows[0]).toMatchObject({ key: 'title', text: '"Grüße"' })
  const second = tree.findInTree('deep', 149, folds)
  expect([second.count, second.id && tree.path(second.id)]).toEqual([150, 'issues[149]["odd key"].deep'])
  expect(tree.tree(second.folds ?? [], second.row ?? -1, 1).rows[0]?.key).toBe('deep')
  expect(tree.findInTree('absent', 0, [])).toEqual({ count: 0, isCut: false })
})

it('gives a branch as it was written', () => {
  const document = open('{"a": {"n": 9007199254740993,\n"s":"\\u00e4"}}')
  expect(whole(document, { kind: 'branch', id: '1' })).toBe('{"n": 9007199254740993,\n"s":"\\u00e4"}')
  expect(document.part({ kind: 'branch', id: '99' }, 0)).toEqual({ text: '' })
  const list = open(`{"n":[${Array.from({ length: 250 }, (_, place) => `{"n": ${place}}`).join(', ')}]}`)
  const range = list.tree([], 0, 500).rows.find(({ kind, range: places }) => kind === 'range' && places?.[0] === 200)
  expect(range).toMatchObject({ position: 3, siblings: 3 })
  const copied: unknown = JSON.parse(whole(list, { kind: 'branch', id: range?.id ?? '' }))
  expect(copied).toEqual(Array.from({ length: 50 }, (_, place) => ({ n: place + 200 })))
})

it('saves and copies no half characters, wherever the parts end', () => {
  for (const before of ['', 'a']) {
    const text = `${before}${'😀'.repeat(140_000)}`
    const first = open(text).part({ kind: 'text' }, 0)
    expect([before, first.text.isWellFormed(), whole(open(text), { kind: 'text' }) === text]).toEqual([before, true, true])
  }
})

it('says of structured content that numbers may be rounded, where one has as many digits as a program keeps', () => {
  const isRounded = (value: number) => documentsOf({ content: [], structuredContent: [value] }).documents[0]?.facts.isRounded === true
  expect([1, -0.25, 123456.789, 2 ** 53 - 1, 0.1 + 0.2].map(isRounded)).toEqual([false, false, false, false, true])
  expect([1e21, -1e300, 2 ** 53, 0.1234567890123456, 1e-7, 12345678901234.5].map(isRounded)).toEqual([true, true, true, true, false, false])
})

it('shows a text by lines, with one that is too long in several rows', () => {
  const document = open(`one\r\n\n${'x'.repeat(2_250)}😀\nlast\n`)
  const { rows, total } = document.text(1_000, '', 0, 100)
  expect([total, document.facts.lines]).toEqual([6, 4])
  expect(rows.map(({ line, text }) => [line, text.length])).toEqual([
    [1, 3],
    [2, 0],
    [3, 1_000],
    [undefined, 1_000],
    [undefined, 252],
    [4, 4],
  ])
  expect(document.text(10, '', 0, 3).rows.map(({ text }) => text)).toEqual(['one', '', 'xxxxxxxxxx'])
  expect(
    open('wrapped at the blanks')
      .text(12, '', 0, 9)
      .rows.map(({ text }) => text),
  ).toEqual(['wrapped at ', 'the blanks'])
  // So wide that six of them take the room of twelve.
  const wide = open('漢字とかな、ハングル 한글 abc').text(12, '', 0, 9).rows
  expect(wide.map(({ text }) => text)).toEqual(['漢字とかな、', 'ハングル ', '한글 abc'])
  expect(open('').text(10, '', 0, 9).rows).toEqual([{ line: 1, text: '', marks: [] }])
})

it('finds in a text whatever the case and accents, across the pieces in which it looks, also where nothing is plain', () => {
  const needle = 'Straße Lock'
  for (const filler of ['a', 'ä', '😀', '\u202e', '\ud800']) {
    const before = filler.repeat(Math.ceil(65_531 / filler.length))
    const document = open(`${before}${needle}\n${filler.repeat(70_000)}\nstrasse LOCK`)
    const found = document.findText(1_000, 'STRASSE lock', 1)
    expect([filler, found.count]).toEqual([filler, 2])
    const row = document.text(1_000, 'STRASSE lock', found.row ?? 0, 1).rows[0]
    expect(row?.marks.map(([from, to]) => row.text.slice(from, to))).toEqual(['strasse LOCK'])
  }
})

it('marks whole characters, also those that fold to several, each once', () => {
  const marksOf = (text: string, words: string) =>
    open(text)
      .text(100, words, 0, 1)
      .rows.flatMap(({ marks }) => marks.map(([from, to]) => text.slice(from, to)))
  expect(marksOf('o\uFB00ice \uFB01', 'f')).toEqual(['\uFB00', '\uFB01'])
  expect(marksOf('o\uFB00ice \uFB01', 'fi')).toEqual(['\uFB00i', '\uFB01'])
  expect(marksOf('Straße', 's')).toEqual(['S', 'ß'])
})

it('shows no longer rows where there is room for no more', () => {
  const { count, starts, isCut, longest, lineCount } = rowsOf(`short\n${'x'.repeat(1_000)}\nlast`, 100, 4)
  expect([count, Array.from(starts.subarray(0, 5)), isCut, longest, lineCount]).toEqual([4, [0, 6, 106, 206, 306], true, 100, 3])
  expect(['1\n2\n3\n', '1\n2\n3'].map((text) => rowsOf(text, 100, 1).lineCount)).toEqual([3, 3])
})

it('counts no more than ten thousand places, and says that there are more', () => {
  expect(open('a'.repeat(30_000)).findText(1_000, 'a', 9_999)).toEqual({ count: 10_000, isCut: true, row: 9, at: 999 })
})

it('reads what is nested a hundred thousand times, as text and as tree', () => {
  const text = `${'['.repeat(100_000)}7${']'.repeat(100_000)}`
  const document = open(text)
  expect([document.facts.hasTree, document.facts.table]).toEqual([true, undefined])
  expect(document.tree([], 0, 10).total).toBe(2)
  const found = document.findInTree('7', 0, [])
  expect([found.count, found.row, document.path(found.id ?? '')]).toEqual([1, undefined, `…${'[0]'.repeat(24)}`])
})

it('shows structured content once where a text says the same, as the text has it', () => {
  const structuredContent = { rows: [{ id: 9007199254740992 }] }
  const text = '{"rows": [{"id": 9007199254740993}]}'
  const both = documentsOf({ content: [{ type: 'text', text }], structuredContent })
  expect([both.repeated, both.documents.map(({ facts }) => facts.place)]).toEqual([0, [0]])
  const other = documentsOf({ content: [{ type: 'text', text: '{"rows": []}' }], structuredContent })
  expect(other.documents.map(({ facts }) => [facts.place, facts.isRounded])).toEqual([
    [0, undefined],
    ['structured', true],
  ])
})
