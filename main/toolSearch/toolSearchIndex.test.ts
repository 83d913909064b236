import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { searchTerms } from './searchTerms'
import { KeptToolIndex, ToolSearchIndex, type FindableTool } from './toolSearchIndex'

const tool = (serverId: string, name: string, description = '', properties = {}): FindableTool => ({
  serverId: ServerId.parse(serverId),
  tool: { name, description, inputSchema: { type: 'object', properties } },
})
const names = (found: readonly FindableTool[]): readonly string[] => found.map(({ tool: { name } }) => name)

it('finds words in names of every spelling, and in their other forms', async () => {
  expect(searchTerms('listIssues list_issues HTTPServer2Go Größe')).toEqual([
    'list',
    'issu',
    'list',
    'issu',
    'http',
    'server2',
    'go',
    'große',
  ])
  const index = await ToolSearchIndex.build([tool('github', 'createIssue'), tool('github', 'list_issues'), tool('mail', 'send_mail')])
  expect(names(await index.find(['lists every issue'], 5))).toEqual(['list_issues', 'createIssue'])
})

it('puts first what several queries find, not what one finds best', async () => {
  const index = await ToolSearchIndex.build([
    tool('files', 'rename', 'Renames a file'),
    tool('files', 'move_file', 'Moves or renames files and folders'),
    tool('git', 'branch', 'Renames a branch'),
  ])
  expect(names(await index.find(['rename file', 'move to another folder', 'change the name of a file'], 1))).toEqual(['move_file'])
})

it('finds a tool by its server and by its arguments, and gives no more than asked for', async () => {
  const index = await ToolSearchIndex.build([
    tool('linear', 'search', 'Searches'),
    tool('jira', 'search', 'Searches'),
    tool('maps', 'route', 'Plans', { destination: { description: 'Where to drive' } }),
  ])
  expect(await index.find(['search in linear'], 1)).toMatchObject([{ serverId: 'linear' }])
  expect(names(await index.find(['drive to a destination'], 5))).toEqual(['route'])
  expect(await index.find(['search'], 1)).toHaveLength(1)
})

it('finds nothing for words that stand nowhere, or for none', async () => {
  const index = await ToolSearchIndex.build([tool('files', 'rename', 'Renames a file')])
  expect([await index.find(['astronomy'], 5), await index.find([''], 5), await index.find([], 5)]).toEqual([[], [], []])
})

// A list of hostile tools within all limits took the host 18 seconds in one piece, and each search anew.
it('searches the beginning alone of what a server wrote, also where its letters become many words, and of a query', async () => {
  const letters = 'b c d e f g h j k l m n p q r s u v w x y z'
  const index = await ToolSearchIndex.build([
    tool('one', 'alpha', '', { [`${'word_'.repeat(50)}needle`]: {} }),
    tool('two', 'beta', `${'\uFDFA'.repeat(900)} needle`),
    tool('three', 'gamma', 'A needle in Korean, 한국어'),
  ])
  expect(names(await index.find(['needle'], 5))).toEqual(['gamma'])
  expect(names(await index.find(['한국어'], 5))).toEqual(['gamma'])
  expect(names(await index.find([`${letters} needle`], 5))).toEqual([])
})

// Catches a turn over thousands of tools that indexes all of them for each of its searches, and one that finds what a server no longer has.
it('is built once for the same tools, and anew when one of them changed', async () => {
  const [rename, move] = [tool('files', 'rename'), tool('files', 'move')]
  const kept = new KeptToolIndex()
  const first = kept.of([rename, move])
  expect(kept.of([rename, move])).toBe(first)
  const changed = await kept.of([rename, tool('files', 'copy')])
  expect(names(await changed.find(['move', 'copy'], 5))).toEqual(['copy'])
  expect(names(await (await kept.of([rename])).find(['copy'], 5))).toEqual([])
})
