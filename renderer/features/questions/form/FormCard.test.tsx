import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import type { FormDetails } from '../../../../shared/domain/question'
import { parseRequestedSchema } from '../../../../shared/elicitation/parseRequestedSchema'
import { endUndo } from '../../../state/undoStore'
import { button, dialog, press, showQuestion } from '../testing/questionStage'
import { activeMarkup } from '../../../testing/activeMarkup'
import { fill, user } from '../../../testing/user'

afterEach(() => {
  endUndo('keep')
  vi.useRealTimers()
})

const formOf = (properties: object, rest: Partial<FormDetails> = {}): FormDetails => ({
  kind: 'form',
  message: 'Tell us.',
  fields: parseRequestedSchema({ type: 'object', properties }),
  secretLooking: [],
  ...rest,
})
const field = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name })

it('EL-02, EL-03, EL-07: says who asks and why, and offers to submit, to decline and to cancel', async () => {
  await showQuestion(formOf({ name: { type: 'string' } }))
  expect(screen.getByRole('dialog', { name: 'Everything asks for information' })).toBeTruthy()
  expect(dialog().textContent).toContain('Tell us.')
  expect(['Submit', 'Decline', 'Cancel'].map((name) => button(name).type)).toEqual(['button', 'button', 'button'])
})

it('EL-04, EL-09, H09: shows what a server suggests as its suggestion, to be changed or taken out before it is sent', async () => {
  const suggested = {
    ok: { type: 'string', default: 'yes, delete' },
    n: { type: 'integer', default: 3 },
    out: { type: 'string', default: 'x' },
  }
  const shown = await showQuestion(formOf(suggested))
  expect(['ok', 'n', 'out'].map((name) => field(name).value)).toEqual(['yes, delete', '3', 'x'])
  expect(dialog().textContent.match(/suggested/g)).toHaveLength(3)
  await fill(field('ok'), 'no')
  await user.clear(field('out'))
  expect(dialog().textContent.match(/suggested/g)).toHaveLength(1)
  await press('Submit')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'accept', content: { ok: 'no', n: 3 } }])
})

it('EL-11: sends the value of a choice, not its title', async () => {
  const size = {
    type: 'string',
    oneOf: [
      { const: 's', title: 'Small' },
      { const: 'l', title: 'Large' },
    ],
  }
  const days = {
    type: 'array',
    items: {
      anyOf: [
        { const: 'mon', title: 'Monday' },
        { const: 'tue', title: 'Tuesday' },
      ],
    },
  }
  const shown = await showQuestion(formOf({ size, days }))
  await user.click(screen.getByRole('radio', { name: 'Large' }))
  await user.click(screen.getByRole('checkbox', { name: 'Monday' }))
  await press('Submit')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'accept', content: { size: 'l', days: ['mon'] } }])
})

it('EL-12: leaves out what was left empty, and takes no broken number for a whole one', async () => {
  const shown = await showQuestion(formOf({ a: { type: 'string' }, n: { type: 'integer' } }))
  await fill(field('n'), '1.5')
  await press('Submit')
  expect([shown.answers, dialog().textContent.includes('Enter a whole number')]).toEqual([[], true])
  await fill(field('n'), '15')
  await press('Submit')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'accept', content: { n: 15 } }])
})

it('EL-14: says of a field that it cannot offer why, and lets the form be declined', async () => {
  const shown = await showQuestion(formOf({ deep: { type: 'object', properties: {} } }))
  expect(dialog().textContent).toContain('Parley cannot offer this field: It holds fields inside a field')
  await press('Decline')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'decline' }])
})

it('EL-22, H02, H09: has nothing in a form that could be followed, however a server writes it', async () => {
  const link = '[Click](https://evil.test) <a href="https://evil.test">here</a> https://evil.test'
  const home = { type: 'string', format: 'uri', title: link, description: link, default: 'https://evil.test' }
  await showQuestion(formOf({ home }, { message: link }))
  expect(activeMarkup(dialog())).toEqual([])
})

it('EL-15, H01: a field for a secret is filled in and kept by nobody, and is not hidden like one of Parley’s own', async () => {
  await showQuestion(formOf({ password: { type: 'string' } }, { secretLooking: ['password'] }))
  const password = field('password')
  const { type, autocomplete, dataset } = password
  expect([type, autocomplete, password.getAttribute('spellcheck'), dataset['lpignore'], dataset['1pIgnore']]).toEqual([
    'text',
    'off',
    'false',
    'true',
    'true',
  ])
  expect(dialog().textContent).toContain('What you type is not kept on disk, and nothing fills it in for you.')
})

it('EL-29: "Stop asking me" takes the server at its word, waits like every answer, and can be undone', async () => {
  const shown = await showQuestion(formOf({ name: { type: 'string' } }))
  const told: unknown[] = []
  shown.host.answer('servers.setElicitation', (input) => void told.push(input))
  expect(button('Stop asking me').disabled).toBe(true)
  await press('Stop asking me')
  expect([screen.queryByRole('dialog'), shown.answers]).toEqual([null, []])
  expect(screen.getByRole('status', { name: 'Undo' }).textContent).toContain(
    'Everything may no longer ask you for information or to visit pages.',
  )
  await user.click(button('Undo'))
  const serverId = ServerId.parse('Everything')
  expect(told).toEqual([
    { serverId, elicitation: 'off' },
    { serverId, elicitation: 'ask' },
  ])
})

it('names what a field wants in plain words, also where least and most are one', async () => {
  await showQuestion(
    formOf({
      pin: { type: 'string', minLength: 6, maxLength: 6 },
      word: { type: 'string', minLength: 1 },
      name: { type: 'string', minLength: 2, maxLength: 8 },
      count: { type: 'integer', minimum: 3, maximum: 3 },
      two: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 2, maxItems: 2 },
    }),
  )
  for (const [name, description] of [
    ['pin', /^6 characters/],
    ['word', /^at least 1 character(?!s)/],
    ['name', /^2 to 8 characters/],
    ['count', /^whole number, exactly 3/],
  ] as const)
    expect(screen.getByRole('textbox', { name, description })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'two', description: /^exactly 2/ })).toBeTruthy()
})
