import { expect, it } from 'vitest'
import { drawnForm, lookAlikes, skeletonOf, splitForeign } from './confusableNames'

const marked = (name: string): string =>
  splitForeign(name)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('')

it.each([
  ['reаd_file', 're[U+0430]d_file'],
  ['send_еmail', 'send_[U+0435]mail'],
  ['сору_file', '[U+0441][U+043E][U+0440][U+0443]_file'],
  ['αdd', '[U+03B1]dd'],
])('F06: sets apart a letter of another script inside of a name: %s', (name, shown) => {
  expect(marked(name)).toBe(shown)
})

it.each([
  'read_file',
  'прочитать_файл',
  'поиск_о',
  '検索ツールv2',
  '読む_file',
  'größe',
  'café-crème',
  'ファイルを読む',
  'قراءة',
  'χρώμα',
  '',
])('leaves a name of one script as it is: %s', (name) => {
  expect(marked(name)).toBe(name)
})

it.each([
  ['reаd_file', 'read_file'],
  ['ｒｅａｄ_file', 'read_file'],
  ['Read_File', 'read_file'],
  ['read\u200B_file', 'read_file'],
  ['1ist_fi1es', 'list_files'],
  ['сору', 'copy'],
  ['𝗋𝖾𝖺𝖽', 'read'],
])('F06: finds that %s looks like %s', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

it('tells names apart that do not look alike', () => {
  const names = ['read_file', 'read_files', 'write_file', 'send_email', 'send_mail', 'sum', 'прочитать']
  expect(new Set(names.map(skeletonOf)).size).toBe(names.length)
})

// Catches: two servers or tools in one list that a person cannot tell apart, and nothing said.
it('F06, H15: finds names that are drawn alike, and leaves others alone', () => {
  const names = [
    'notes',
    'n\u043ete\u0455',
    '\uff4e\uff4f\uff54\uff45\uff53',
    'Notes ',
    'other',
    'two words',
    'two\u00a0\u00a0words',
    'note',
  ]
  expect([...lookAlikes(names)]).toEqual([
    ['notes', 'n\u043ete\u0455'],
    ['n\u043ete\u0455', 'notes'],
    ['\uff4e\uff4f\uff54\uff45\uff53', 'notes'],
    ['Notes ', 'notes'],
    ['two words', 'two\u00a0\u00a0words'],
    ['two\u00a0\u00a0words', 'two words'],
  ])
  expect(lookAlikes(['files', 'files', 'notes']).size).toBe(0)
  expect(drawnForm('echo\u00a0')).toBe(drawnForm('echo'))
})
