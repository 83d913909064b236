import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import type { FormDetails } from '../../../../shared/domain/question'
import { formFields } from '../../../../shared/elicitation/formFields'
import { endUndo } from '../../../state/undoStore'
import { button, dialog, pass, press, showQuestion, type } from '../testing/questionStage'

afterEach(() => {
  endUndo('keep')
  vi.useRealTimers()
})

const formOf = (properties: object, rest: Partial<FormDetails> = {}): FormDetails => ({
  kind: 'form',
  message: 'Tell us.',
  fields: formFields({ type: 'object', properties }),
  secretLooking: [],
  ...rest,
})
const fields = (): readonly HTMLInputElement[] => [...dialog().querySelectorAll('input')]

it('EL-02, EL-03, EL-07: says who asks and why, and offers to submit, to decline and to cancel', async () => {
  await using _shown = await showQuestion(formOf({ name: { type: 'string' } }))
  expect(dialog().querySelector('h2')?.textContent).toBe('Everything asks for information')
  expect(dialog().textContent).toContain('Tell us.')
  expect(['Submit', 'Decline', 'Cancel'].map((name) => button(name).type)).toEqual(['button', 'button', 'button'])
})

it('EL-04, EL-09, H09: shows what a server suggests as its suggestion, to be changed or taken out before it is sent', async () => {
  const suggested = {
    ok: { type: 'string', default: 'yes, delete' },
    n: { type: 'integer', default: 3 },
    out: { type: 'string', default: 'x' },
  }
  await using shown = await showQuestion(formOf(suggested))
  expect(fields().map(({ value }) => value)).toEqual(['yes, delete', '3', 'x'])
  expect(dialog().textContent?.match(/suggested/g)).toHaveLength(3)
  await type(fields()[0], 'no')
  await type(fields()[2], '')
  expect(dialog().textContent?.match(/suggested/g)).toHaveLength(1)
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
  await using shown = await showQuestion(formOf({ size, days }))
  await act(async () => dialog().querySelectorAll<HTMLElement>('[role="radio"]')[1]?.click())
  await act(async () => dialog().querySelectorAll<HTMLElement>('input[type="checkbox"]')[0]?.click())
  await press('Submit')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'accept', content: { size: 'l', days: ['mon'] } }])
})

it('EL-12: leaves out what was left empty, and takes no broken number for a whole one', async () => {
  await using shown = await showQuestion(formOf({ a: { type: 'string' }, n: { type: 'integer' } }))
  await type(fields()[1], '1.5')
  await press('Submit')
  expect([shown.answers, dialog().textContent?.includes('Enter a whole number')]).toEqual([[], true])
  await type(fields()[1], '15')
  await press('Submit')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'accept', content: { n: 15 } }])
})

it('EL-14: says of a field that it cannot offer why, and lets the form be declined', async () => {
  await using shown = await showQuestion(formOf({ deep: { type: 'object', properties: {} } }))
  expect(dialog().textContent).toContain('Parley cannot offer this field: It holds fields inside a field')
  await press('Decline')
  expect(shown.answers).toEqual([{ kind: 'form', action: 'decline' }])
})

it('EL-22, H02, H09: has nothing in a form that could be followed, however a server writes it', async () => {
  const link = '[Click](https://evil.test) <a href="https://evil.test">here</a> https://evil.test'
  const home = { type: 'string', format: 'uri', title: link, description: link, default: 'https://evil.test' }
  await using _shown = await showQuestion(formOf({ home }, { message: link }))
  expect(dialog().querySelectorAll('a, [href], [src], [onclick], iframe, img')).toHaveLength(0)
})

it('EL-15, H01: a field for a secret is filled in and kept by nobody, and is not hidden like one of Parley’s own', async () => {
  await using _shown = await showQuestion(formOf({ password: { type: 'string' } }, { secretLooking: ['password'] }))
  const [field] = fields()
  expect([
    field?.type,
    field?.autocomplete,
    field?.getAttribute('spellcheck'),
    field?.dataset['lpignore'],
    field?.dataset['1pIgnore'],
  ]).toEqual(['text', 'off', 'false', 'true', 'true'])
  expect(dialog().textContent).toContain('What you type is not kept on disk, and nothing fills it in for you.')
})

it('EL-29: "Stop asking me" takes the server at its word, waits like every answer, and can be undone', async () => {
  await using shown = await showQuestion(formOf({ name: { type: 'string' } }))
  const told: unknown[] = []
  shown.host.answer('servers.setElicitation', (input) => void told.push(input))
  expect(button('Stop asking me').disabled).toBe(true)
  await press('Stop asking me')
  expect([document.querySelector('[role="dialog"]'), shown.answers]).toEqual([null, []])
  expect(document.querySelector('[aria-label="Undo"]')?.textContent).toContain(
    'Everything may no longer ask you for information or to visit pages.',
  )
  await act(async () => button('Undo').click())
  await pass(1)
  const serverId = ServerId.parse('Everything')
  expect(told).toEqual([
    { serverId, elicitation: 'off' },
    { serverId, elicitation: 'ask' },
  ])
})

it('names what a field wants in plain words, also where least and most are one', async () => {
  await using _shown = await showQuestion(
    formOf({
      pin: { type: 'string', minLength: 6, maxLength: 6 },
      word: { type: 'string', minLength: 1 },
      name: { type: 'string', minLength: 2, maxLength: 8 },
      count: { type: 'integer', minimum: 3, maximum: 3 },
      two: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 2, maxItems: 2 },
    }),
  )
  const notes = [...dialog().querySelectorAll('[data-field]')].map(({ textContent }) => textContent)
  expect(notes[0]).toMatch(/^pin6 characters/)
  expect(notes[1]).toMatch(/^wordat least 1 character(?!s)/)
  expect(notes[2]).toMatch(/^name2 to 8 characters/)
  expect(notes[3]).toMatch(/^countwhole number, exactly 3/)
  expect(notes[4]).toMatch(/^twoexactly 2/)
})
