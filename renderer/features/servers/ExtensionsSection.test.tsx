import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReadyState } from '../../../shared/domain/connectionState'
import type { ServerConfig } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import { negotiated } from '../../../shared/testing/readyState'
import { activeMarkup } from '../../testing/activeMarkup'
import { collectTexts, namesOf } from '../../testing/namesOf'
import { renderWithHost } from '../../testing/renderWithHost'
import { aServer, hostOf } from '../../testing/sampleServers'
import { user } from '../../testing/user'
import { ExtensionsSection } from './ExtensionsSection'

const [tasks, skills, apps] = ['io.modelcontextprotocol/tasks', 'io.modelcontextprotocol/skills', 'io.modelcontextprotocol/ui']

async function shown(state: Partial<ReadyState>, server: Partial<ServerConfig> = {}) {
  const props = aServer({ negotiation: negotiated('2026-07-28'), ...state }, server)
  const host = hostOf(props).answer('servers.setExtension', () => undefined)
  await renderWithHost(<ExtensionsSection {...props} />, host)
  return host
}

const rows = (): readonly string[] => collectTexts(screen.queryAllByRole('listitem'))

it('EX-03: says of each extension what it does and who declares it, and has a switch only where there is code behind it', async () => {
  await shown({ extensions: { ids: [tasks, 'com.example/<b>hologram</b>', apps], more: 7 } })
  expect(rows()).toEqual([
    `${skills}Lets a server offer instructions for your model, as files.Declared by Parley, not by good. `,
    `${tasks}Lets a server run a long call in its own time, and Parley asks for the result later.Declared by good and by Parley. `,
    `${apps}Lets a server bring small pages to show with its results.Declared by good and by Parley. `,
    'com.example/<b>hologram</b>Declared by good, not by Parley. Parley does not speak it with this server.',
  ])
  expect(namesOf(screen.getAllByRole('switch'))).toEqual([`Use “${skills}”`, `Use “${tasks}”`, `Use “${apps}”`])
  expect(document.body.textContent).toContain('And 7 more that good declares.')
  expect(activeMarkup()).toEqual([])
})

it('EX-03: switches an extension off for this server', async () => {
  const host = await shown({ extensions: { ids: [tasks], more: 0 } }, { extensions: { [skills]: false } })
  const isOn = (id: string) => screen.getByRole('switch', { name: `Use “${id}”` }).getAttribute('aria-checked')
  expect([isOn(skills), isOn(tasks)]).toEqual(['false', 'true'])
  await user.click(screen.getByRole('switch', { name: `Use “${tasks}”` }))
  expect(host.asked.at(-1)).toEqual({ name: 'servers.setExtension', input: { serverId: 'good', extension: tasks, on: false } })
})

it('EX-03: in the place of a switch, names the policy that forbids an extension, and whom to ask', async () => {
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } } as const
  await shown({ extensions: { ids: [tasks], more: 0 } }, { extensionLimits: [{ deny: [tasks], by: 'Atlas IT', ask }] })
  const row = screen.getByText('Off: set by Atlas IT. Ask Atlas IT: it@atlas.example.').closest('li')
  expect(row && within(row).queryByRole('switch')).toBeNull()
  expect(row?.textContent).toContain('Declared by good, not by Parley.')
})

it('has no switch for an extension that Parley does not use with an older server', async () => {
  await shown({ negotiation: negotiated('2025-11-25'), extensions: { ids: [tasks], more: 0 } })
  expect(rows()[1]).toContain('Declared by good, not by Parley. It needs MCP 2026-07-28.')
  expect(namesOf(screen.getAllByRole('switch'))).toEqual([`Use “${skills}”`, `Use “${apps}”`])
})

// Catches: a row of which nobody sees what it is about.
it('EX-03: says that an extension has no name, where nothing of it can be seen', async () => {
  await shown({ extensions: { ids: ['', ' ', '\u200b'], more: 0 } })
  const nameless = 'An extension without a nameDeclared by good, not by Parley. Parley does not speak it with this server.'
  expect(rows().filter((row) => row.startsWith('An extension'))).toEqual([nameless, nameless, nameless])
})

// Catches: "Parley does not speak it" of what a person switched off, and "Parley will declare it" where the chosen version has no use for it.
it('says why Parley does not declare an extension: switched off, or another version', async () => {
  await shown({ extensions: { ids: [tasks], more: 0 } }, { extensions: { [tasks]: false } })
  expect(rows()[1]).toContain('Declared by good, not by Parley. You switched it off.')
})

it('does not say of a server that failed that an extension will be declared which its version has no use for', async () => {
  const good = aServer({}, { protocol: '2025' })
  const error = new AppError('TIMED_OUT', { reason: 'session.requestTimedOut', params: { server: 'good' } }).toData()
  await renderWithHost(<ExtensionsSection {...good} state={{ phase: 'failed', at: 0, error }} />, hostOf(good))
  expect(rows().map((row) => /Parley will.*/.exec(row)?.[0])).toEqual([
    'Parley will declare it to good. ',
    'Parley will not declare it to good. It needs MCP 2026-07-28.',
    'Parley will declare it to good. ',
  ])
})

it('names the policy that forbids an extension also with an older server', async () => {
  const ask = { id: 'policy.askManager' } as const
  const limit = { deny: [tasks], by: 'Atlas IT', ask }
  await shown({ negotiation: negotiated('2025-11-25'), extensions: { ids: [tasks], more: 0 } }, { extensionLimits: [limit] })
  expect(rows()[1]).toContain('Off: set by Atlas IT.')
})

// Catches: "everything" that reads as a word of the sentence where it is the name of a server.
it('sets the name of the server apart in its sentences', async () => {
  await shown({ extensions: { ids: [tasks], more: 0 } })
  const names = Array.from(document.querySelectorAll('li b'), ({ textContent }) => textContent)
  expect(names).toEqual(['good', 'good', 'good'])
})
