import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import type { FormDetails } from '../../../../shared/domain/question'
import { parseRequestedSchema } from '../../../../shared/elicitation/parseRequestedSchema'
import { endUndo } from '../../../state/undoStore'
import { button, dialog, press, showQuestion } from '../testing/questionStage'
import { activeMarkup } from '../../../testing/activeMarkup'
import { fill, user } from '../../../testing/user'
import { passTime } from '../../../testing/settle'

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
  expect(screen.getByRole('dialog', { name: '“Everything” asks for information' })).toBeTruthy()
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

it('EL-04: counts the suggestions that nobody has touched, of every kind of field, before they are sent', async () => {
  const choices = ['a', 'b', 'c', 'd', 'e', 'f']
  await showQuestion(
    formOf({
      name: { type: 'string', default: 'x' },
      wipe: { type: 'boolean', default: true },
      size: { type: 'string', enum: ['s', 'l'], default: 's' },
      one: { type: 'string', enum: choices, default: 'b' },
      some: { type: 'array', items: { type: 'string', enum: choices }, default: ['a', 'b'] },
      mine: { type: 'string' },
    }),
  )
  expect(dialog().textContent.match(/suggested/g)).toHaveLength(5)
  expect(dialog().textContent).toContain('5 answers are still Everything’s.')
  await user.click(screen.getByRole('checkbox', { name: 'wipe' }))
  expect(dialog().textContent).toContain('4 answers are still Everything’s.')
})

it('EL-04: sends nothing of a form before it was shown to its end, also where a list of choices scrolls by itself', async () => {
  let end = 900
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.dataset['foot'] !== undefined) return new DOMRect(0, 500)
    return new DOMRect(0, 0, 0, this.dataset['mustSee'] === undefined ? 500 : end)
  })
  const many = { type: 'array', items: { type: 'string', enum: Array.from({ length: 40 }, (_, index) => `c${index}`) } }
  await showQuestion(formOf({ wipe: { type: 'boolean', default: true }, many }, { message: 'please '.repeat(3000) }))
  await passTime(600)
  const body = screen.getByRole('group', { name: 'What is asked' })
  expect([button('Submit').disabled, button('Decline').disabled]).toEqual([true, false])
  expect(dialog().textContent).toContain('Scroll to the end of the form first.')
  const list = screen.getByRole('checkbox', { name: 'c0' }).closest('[data-scrolls]')
  if (!list) throw new Error('The choices do not scroll by themselves')
  Object.defineProperties(list, { clientHeight: { value: 100 }, scrollHeight: { value: 800 } })
  end = 500
  fireEvent.scroll(body)
  expect(button('Submit').disabled).toBe(true)
  list.scrollTop = 700
  fireEvent.scroll(list)
  expect(button('Submit').disabled).toBe(false)
  vi.restoreAllMocks()
})

it('says where an answer goes only what Parley can hold: the server may show it to the model', async () => {
  await showQuestion(formOf({ name: { type: 'string' } }))
  expect(dialog().textContent).toContain('Answers go to Everything; the model sees them only if Everything shows them.')
})

it('Escape cancels an untouched form, and puts one aside in which something was typed', async () => {
  const untouched = await showQuestion(formOf({ name: { type: 'string' } }))
  await passTime(600)
  await user.keyboard('{Escape}')
  expect(untouched.answers).toEqual([{ kind: 'form', action: 'cancel' }])
  untouched.unmount()
  vi.useRealTimers()
  const typed = await showQuestion(formOf({ name: { type: 'string' } }))
  await passTime(600)
  await fill(field('name'), 'Ada')
  await user.keyboard('{Escape}')
  expect([typed.answers, screen.queryByRole('dialog')]).toEqual([[], null])
})

it('takes numbers and dates as people write them, says how it reads them, and sends what the server expects', async () => {
  const shown = await showQuestion(
    formOf({
      price: { type: 'number' },
      born: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      count: { type: 'integer' },
    }),
  )
  expect([field('born').placeholder, field('at').placeholder]).toEqual(['2026-12-31', '2026-12-31 18:30'])
  await fill(field('price'), '1,80')
  await fill(field('born'), '24.12.1980')
  await fill(field('at'), '31.12.2026 18:30 Z')
  await fill(field('count'), '0x10')
  expect(dialog().textContent).toContain('Sent as 1.8')
  expect(dialog().textContent).toContain('Sent as 1980-12-24: 24 December 1980')
  expect(dialog().textContent).toContain('Sent as 2026-12-31T18:30:00Z: ')
  await press('Submit')
  expect([shown.answers, dialog().textContent.includes('Enter a whole number')]).toEqual([[], true])
  await fill(field('count'), '1,000')
  await press('Submit')
  expect(shown.answers).toEqual([
    { kind: 'form', action: 'accept', content: { price: 1.8, born: '1980-12-24', at: '2026-12-31T18:30:00Z', count: 1000 } },
  ])
})

it.each([
  ['a name', { type: 'string' }, 'Ada '],
  ['an address', { type: 'string', format: 'email' }, ' ada@example.org'],
  ['a day', { type: 'string', format: 'date' }, 'soon '],
  ['a moment', { type: 'string', format: 'date-time' }, 'soon '],
])('H09: takes spaces and unreadable text in a field for %s as they are, and says nothing of a date', async (_, property, text) => {
  await showQuestion(formOf({ answer: property }))
  await fill(field('answer'), text)
  expect([field('answer').value, dialog().textContent.includes('Sent as')]).toEqual([text, false])
})

it('EL-07: a form that cannot be shown can still be declined, cancelled and put off, and takes nothing else of the window with it', async () => {
  const failing = (): FormDetails => ({
    ...formOf({}),
    get message(): string {
      throw new RangeError('Invalid time value')
    },
  })
  vi.spyOn(console, 'error').mockReturnValue()
  for (const [name, answers] of [
    ['Decline', [{ kind: 'form', action: 'decline' }]],
    ['Cancel', [{ kind: 'form', action: 'cancel' }]],
    ['Later', []],
    ['Escape', []],
  ] as const) {
    const shown = await showQuestion(failing())
    expect(screen.getByRole('dialog', { name: '“Everything” asks for information' }).textContent).toContain('Invalid time value')
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    await passTime(600)
    if (name === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') }))
    await passTime(1)
    expect([shown.answers, screen.queryByRole('dialog') === null]).toEqual([answers, true])
    shown.unmount()
    vi.useRealTimers()
  }
  vi.restoreAllMocks()
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
  expect(dialog().textContent).toContain('What you type there is not kept on disk, and nothing fills it in for you.')
})

it('EL-29: "Stop asking me" takes the server at its word, waits like every answer, and can be undone', async () => {
  const shown = await showQuestion(formOf({ name: { type: 'string' } }))
  const told: unknown[] = []
  shown.host.answer('servers.setElicitation', (input) => void told.push(input))
  expect(button('Stop asking me').disabled).toBe(true)
  await press('Stop asking me')
  expect([screen.queryByRole('dialog'), shown.answers]).toEqual([null, []])
  expect(screen.getByRole('status', { name: 'Undo' }).textContent).toContain(
    '“Everything” may no longer ask you for information or to visit pages.',
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

it('EL-11: shows what a choice sends where its title says something else', async () => {
  const choices = [
    { const: 'DELETE-ALL', title: 'Keep everything' },
    { const: 'stop', title: 'Stop' },
  ]
  await showQuestion(formOf({ one: { type: 'string', oneOf: choices }, more: { type: 'array', items: { anyOf: choices } } }))
  const sent = screen.getAllByText('DELETE-ALL')
  expect([sent.length, sent.every((each) => each.closest('code')), screen.queryByText('stop')]).toEqual([2, true, null])
})
