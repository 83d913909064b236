import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Completion } from '../../shared/domain/completion'
import { aServer, hostOf } from '../testing/sampleServers'
import type { FakeHost } from '../testing/fakeHost'
import { find, key, names, write } from '../testing/person'
import { renderWithHost } from '../testing/renderWithHost'
import { settle } from '../testing/settle'
import { CompletionField } from './CompletionField'

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
const field = (page: HTMLElement): HTMLInputElement => find<HTMLInputElement>(page, 'input', 'table')
const enter = async (page: HTMLElement, text: string): Promise<void> => {
  await act(async () => field(page).focus())
  await write(field(page), text)
}
/** The values that are proposed, once they are. */
const proposals = async (): Promise<readonly string[]> => {
  await vi.waitFor(async () => {
    await settle()
    expect(document.querySelector('[role=option]')).not.toBeNull()
  })
  return names(document, '[role=option]')
}

it('CP-01, CP-04, CP-05: asks when the field is entered and when the typing pauses, with the other arguments that are filled in', async () => {
  const host = proposing({ values: ['invoices', 'invoice_lines'], total: 40 })
  await using view = await renderWithHost(<Example chosen={{ schema: 'public', limit: '', table: 'old' }} />, host)
  await enter(view.page, 'i')
  await enter(view.page, 'in')
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
  expect(document.body.textContent).toContain('38 more: type to narrow them down')
})

it('takes a value by keyboard, and what is typed counts without one', async () => {
  await using view = await renderWithHost(<Example />, proposing({ values: ['invoices', 'payments'] }))
  await enter(view.page, 'p')
  await proposals()
  await key({ key: 'ArrowDown' })
  await key({ key: 'ArrowDown' })
  await key({ key: 'Enter' })
  expect(field(view.page).value).toBe('payments')
  expect(document.querySelector('[role=option]')).toBeNull()
  await write(field(view.page), 'something else')
  expect(field(view.page).value).toBe('something else')
})

it('closes with Escape and keeps what was typed', async () => {
  await using view = await renderWithHost(<Example />, proposing({ values: ['invoices', 'payments'] }))
  await enter(view.page, 'p')
  await proposals()
  await key({ key: 'Escape' })
  expect([document.querySelector('[role=option]'), field(view.page).value]).toEqual([null, 'p'])
})

it('draws proposals as text, with what would hide in them', async () => {
  await using view = await renderWithHost(<Example />, proposing({ values: ['<img src=x>', 'a\u202Eb'] }))
  await enter(view.page, 'x')
  expect(await proposals()).toEqual(['<img src=x>', 'aU+202Eb'])
  expect(document.querySelector('[role=option] img')).toBeNull()
})

it('CP-06: never asks a server that does not offer completion', async () => {
  const silent = aServer({ abilities: [] })
  const host = proposing({ values: ['a', 'b'] }, silent)
  await using view = await renderWithHost(<Example />, host)
  await act(async () => field(view.page).focus())
  await settle()
  expect(asked(host)).toEqual([])
})
