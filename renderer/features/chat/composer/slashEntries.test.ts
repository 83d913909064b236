import { expect, it } from 'vitest'
import { emptyCatalog } from '../../../../shared/domain/catalog'
import { ServerId } from '../../../../shared/domain/ids'
import { slashEntries } from './slashEntries'

const tool = (name: string, description?: string) => ({
  name,
  inputSchema: {},
  hash: '',
  ...(description !== undefined && { description }),
})
const catalogs = [
  {
    serverId: ServerId.parse('GitHub'),
    catalog: {
      ...emptyCatalog,
      tools: [tool('create_release'), tool('release_list'), tool('search', 'Finds a release'), tool('off_release')],
      skills: [{ name: 'releasing', description: 'How we release', files: [{ uri: 'skill://releasing/SKILL.md' }] }],
      prompts: [{ name: 'notes', description: 'Release notes', arguments: [{ name: 'since', required: true }] }],
    },
  },
]
const isOff = (_: ServerId, name: string): boolean => name.startsWith('off')

it('PM-01: finds prompts first, then skills, then tools by how near their names are, and none that is switched off', () => {
  const { entries, found, total } = slashEntries(catalogs, isOff, 'rele')
  expect(entries.map(({ name }) => name)).toEqual(['notes', 'releasing', 'release_list', 'create_release', 'search'])
  expect([found, total]).toEqual([5, 5])
})

// A list that knows tools by name alone would show one of them, or run the first server's whichever was chosen.
it('has equal names of two servers once for each, before longer names, and finds one by its server', () => {
  const same = { ...emptyCatalog, tools: [tool('echo_all'), tool('echo')], prompts: [{ name: 'echo', arguments: [] }] }
  const both = ['alpha', 'beta'].map((id) => ({ serverId: ServerId.parse(id), catalog: same }))
  const rows = (query: string) => slashEntries(both, isOff, query).entries.map(({ kind, serverId, name }) => `${kind} ${serverId} ${name}`)
  expect(rows('echo')).toEqual([
    'prompt alpha echo',
    'prompt beta echo',
    'tool alpha echo',
    'tool beta echo',
    'tool alpha echo_all',
    'tool beta echo_all',
  ])
  expect(rows('echo beta')).toEqual(['prompt beta echo', 'tool beta echo', 'tool beta echo_all'])
})

// Catches: the form in which the conversation names a tool, "beta/echo", finds nothing when it is typed.
it('finds a tool in the form in which the conversation names it', () => {
  const same = { ...emptyCatalog, tools: [tool('echo')] }
  const both = ['alpha', 'beta'].map((id) => ({ serverId: ServerId.parse(id), catalog: same }))
  expect(slashEntries(both, isOff, 'beta/echo').entries).toMatchObject([{ serverId: 'beta', name: 'echo' }])
})

it('needs every word of the query', () => {
  expect(slashEntries(catalogs, isOff, 'release list').entries.map(({ name }) => name)).toEqual(['release_list'])
  expect(slashEntries(catalogs, isOff, 'nothing here').entries).toEqual([])
})
