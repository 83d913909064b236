import { expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../../../shared/domain/catalog'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import { ConversationId, FileHash, ServerId } from '../../../../shared/domain/ids'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { cpuMicros } from '../../../../shared/testing/cpuMicros'
import { mentionEntries, type MentionEntry } from './mentionEntries'

const offers = (id: string, catalog: Partial<Catalog>) => ({ serverId: ServerId.parse(id), catalog: { ...emptyCatalog, ...catalog } })
const tool = (name: string, appOnly?: true) => ({ name, inputSchema: {}, hash: '', ...(appOnly && { appOnly }) })
const file = (name: string): AttachedFile => ({ sha256: FileHash.parse('a'.repeat(64)), name, type: 'text/plain', bytes: 1, text: 'whole' })
const said = (title: string): ConversationSummary => ({
  id: ConversationId.parse('00000000-0000-4000-8000-000000000001'),
  title,
  created: 0,
  updated: 0,
  chosenAccounts: {},
})
const nothing = { catalogs: [], isDisabled: () => false, files: [], conversations: [] }

function nameOf(entry: MentionEntry): string {
  if (entry.kind === 'file') return entry.file.name
  return entry.kind === 'conversation' ? entry.conversation.title : `${entry.serverId}/${entry.name}`
}
const names = (...asked: Parameters<typeof mentionEntries>): string[] => mentionEntries(...asked).entries.map(nameOf)

const library = offers('library', {
  resources: [
    { uri: 'book://1', name: 'My report' },
    { uri: 'book://2', name: 'Report of May' },
    { uri: 'book://report', name: 'Emma' },
  ],
  tools: [tool('report_all'), tool('report_off'), tool('report_inside', true), tool('echo')],
})

it('finds resources, then files, conversations and tools in use, each by how near its name is', () => {
  const all = {
    catalogs: [library],
    isDisabled: (_: ServerId, name: string) => name === 'report_off',
    files: [file('report.pdf'), file('boats.csv')],
    conversations: [said('The report'), said('Boats')],
  }
  const expected = ['library/Report of May', 'library/My report', 'library/Emma', 'report.pdf', 'The report', 'library/report_all']
  expect(names(all, 'REPORT')).toEqual(expected)
  expect(mentionEntries(all, 'report').found).toBe(6)
  expect(names(all, 'library/ec')).toEqual(['library/echo'])
  expect(names(all, 'nothing')).toEqual([])
})

// Catches: names that two servers share stand once, and the wrong one is attached.
it('has equal names of two servers once for each', () => {
  const catalogs = [offers('alpha', { tools: [tool('echo')] }), offers('beta', { tools: [tool('echo')] })]
  expect(names({ ...nothing, catalogs }, 'echo')).toEqual(['alpha/echo', 'beta/echo'])
})

// Catches: each key of a person costs a sort, or a row, for each of ten thousand resources, and the others cannot be found.
it('stays quick with ten thousand resources with long names, and shows the others beside them', () => {
  const resources = Array.from({ length: 10_000 }, (_, index) => ({ uri: `log://${index}`, name: `log ${index} ${'x'.repeat(500)}` }))
  const all = { ...nothing, catalogs: [offers('logs', { resources })], files: [file('log.txt')] }
  const { entries, found } = mentionEntries(all, 'log')
  expect(cpuMicros(() => mentionEntries(all, 'log'))).toBeLessThan(100_000)
  expect([entries.length, found]).toEqual([7, 10_001])
  expect(names(all, '9999')).toEqual([expect.stringContaining('logs/log 9999')])
})
