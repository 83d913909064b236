import { expect, it } from 'vitest'
import { emptyCatalog, type Tool } from '../../../shared/domain/catalog'
import { ServerId } from '../../../shared/domain/ids'
import type { ToolSwitches } from '../../../shared/domain/projects/project'
import { readyState } from '../../../shared/testing/readyState'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { serverSwitchRows, serverSwitchTo, toolSwitchTo, type Switching } from './serverSwitchRows'

const github = ServerId.parse('GitHub')
const tool = (name: string, change: Partial<Tool> = {}): Tool => ({ name, inputSchema: { type: 'object' }, hash: name, ...change })
const switches = (servers: ToolSwitches['servers'], tools: Readonly<Record<string, boolean>> = {}): ToolSwitches => ({
  servers,
  tools: { [github]: tools },
})
const catalog = {
  ...emptyCatalog,
  tools: [tool('search'), tool('delete'), tool('disabled'), tool('__proto__'), tool('picture', { appOnly: true })],
}

function rowOf(switching: Switching) {
  const server = sampleServer('GitHub', { disabledTools: ['disabled'] })
  const [row] = serverSwitchRows([{ server, state: readyState() }], [{ serverId: github, catalog }], switching)
  return row && [row.on, row.source, ...row.tools.map(({ tool: { name }, on, source }) => `${name} ${on ? 'on' : 'off'} ${source}`)]
}

it('everything is on that nobody speaks of, without what a model never gets', () => {
  expect(rowOf({})).toEqual([true, 'standard', 'search on standard', 'delete on standard', '__proto__ on standard'])
})

it('the own word counts before that of the project, tool by tool', () => {
  const inherited = switches({ [github]: false }, { search: false, delete: false })
  const own = switches({ [github]: true }, { search: true })
  expect(rowOf({ inherited })).toEqual([false, 'project', 'search off project', 'delete off project', '__proto__ on standard'])
  expect(rowOf({ inherited, own })).toEqual([true, 'own', 'search on own', 'delete off project', '__proto__ on standard'])
})

it('leaves out servers that are disabled', () => {
  const server = sampleServer('GitHub', { enabled: false })
  expect(serverSwitchRows([{ server, state: { phase: 'disabled' } }], [], {})).toEqual([])
})

// Catches: what was switched back by hand would stay an own value, and later changes of the project would not reach the conversation.
it('says nothing where a switch is put back to what is inherited', () => {
  const inherited = switches({ [github]: false }, { delete: false })
  expect([serverSwitchTo(true, github, inherited), serverSwitchTo(false, github, inherited)]).toEqual([true, null])
  expect([serverSwitchTo(true, github), serverSwitchTo(false, github)]).toEqual([null, false])
  // The server is off in the project; its tools are compared by themselves.
  expect([toolSwitchTo(false, github, 'delete', inherited), toolSwitchTo(true, github, 'delete', inherited)]).toEqual([null, true])
  expect([toolSwitchTo(true, github, 'search', inherited), toolSwitchTo(false, github, 'search', inherited)]).toEqual([null, false])
})
