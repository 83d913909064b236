import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Completion } from '../../shared/domain/completion'
import { aServer, hostOf } from '../testing/sampleServers'
import type { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { settle } from '../testing/settle'
import { collectTexts } from '../testing/namesOf'
import { fill, user } from '../testing/user'
import { CompletionField, CompletionNotice } from './CompletionField'

const good = aServer()

function Example({ chosen = {} }: { readonly chosen?: Readonly<Record<string, string>> }) {
  const [value, setValue] = useState('')
  return (
    <CompletionField
      label="table"
      serverId={good.server.id}
      target={{ kind: 'template', uriTemplate: 'db://{table}' }}
      argument="table"
      value={value}
      onValue={setValue}
      chosen={chosen}
    />
  )
}

const proposing = (completion: Partial<Completion>, server = good): FakeHost =>
  hostOf(server).answer('completion.propose', () => ({ values: [], hasMore: false, ...completion }))
const asked = (host: FakeHost) => host.asked.filter(({ name }) => name === 'completion.propose').map(({ input }) => input)
const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('combobox', { name: 'table' })
/** Returns the proposed values as soon as they appear. */
const proposals = async (): Promise<readonly string[]> => collectTexts(await screen.findAllByRole('option'))

it('CP-01, CP-04, CP-05: asks when the field is entered and when the typing pauses, with the other arguments that are filled in', async () => {
  const host = proposing({ values: ['invoices', 'invoice_lines'], total: 40 })
  await renderWithHost(<Example chosen={{ schema: 'public', limit: '', table: 'old' }} />, host)
  await user.type(field(), 'in')
  expect(await proposals()).toEqual(['invoices', 'invoice_lines'])
  const all = {
    serverId: 'good',
    target: { kind: 'template', uriTemplate: 'db://{table}' },
    argument: 'table',
    chosen: { schema: 'public' },
  }
  expect(asked(host)).toEqual([
    { ...all, value: '' },
    { ...all, value: 'in' },
  ])
  expect(screen.getByText('38 more: type to narrow them down')).toBeTruthy()
})

it('takes a value by keyboard, and what is typed counts without one', async () => {
  await renderWithHost(<Example />, proposing({ values: ['invoices', 'payments'] }))
  await user.type(field(), 'p')
  await proposals()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(field().value).toBe('payments')
  expect(screen.queryByRole('option')).toBeNull()
  await fill(field(), 'something else')
  expect(field().value).toBe('something else')
})

it('closes with Escape and keeps what was typed', async () => {
  await renderWithHost(<Example />, proposing({ values: ['invoices', 'payments'] }))
  await user.type(field(), 'p')
  await proposals()
  await user.keyboard('{Escape}')
  expect([screen.queryByRole('option'), field().value]).toEqual([null, 'p'])
})

it('draws proposals as text, with what would hide in them', async () => {
  await renderWithHost(<Example />, proposing({ values: ['<img src=x>', 'a\u202Eb'] }))
  await user.type(field(), 'x')
  expect(await proposals()).toEqual(['<img src=x>', 'aU+202Eb'])
  expect(screen.queryByRole('img', { hidden: true })).toBeNull()
})

it('CP-06: never asks a server that does not offer completion', async () => {
  const silent = aServer({ abilities: [] })
  const host = proposing({ values: ['a', 'b'] }, silent)
  await renderWithHost(<Example />, host)
  await user.click(field())
  expect(asked(host)).toEqual([])
})

it('CP-05: sends nothing of an argument that the server itself describes as a secret', async () => {
  const host = proposing({ values: ['a', 'b'] })
  await renderWithHost(
    <CompletionField
      label="table"
      serverId={good.server.id}
      target={{ kind: 'prompt', name: 'p' }}
      argument="who"
      description="Your PIN at the bank"
      value="4711"
      onValue={() => undefined}
      chosen={{}}
    />,
    host,
  )
  await user.click(field())
  await settle()
  expect(asked(host)).toEqual([])
})

const notice = (): string => document.body.textContent

it('CP-05: says that what is typed goes to the server, where that is so', async () => {
  await renderWithHost(<CompletionNotice serverId={good.server.id} asked={[{ name: 'password' }, { name: 'city' }]} />, proposing({}))
  expect(notice()).toContain(`What you type here is sent to ${good.server.id} as you type`)
})

it.each([
  ['does not propose', aServer({ abilities: [] }), 'city'],
  ['is asked for nothing but secrets', good, 'password'],
])('CP-05: says nothing of it where the server %s', async (_why, server, name) => {
  await renderWithHost(<CompletionNotice serverId={server.server.id} asked={[{ name }]} />, proposing({}, server))
  await settle()
  expect(notice()).toBe('')
})
