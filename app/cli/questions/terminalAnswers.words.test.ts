import { expect, it } from 'vitest'
import type { Question } from '../../../shared/domain/question'
import { formQuestion, pageQuestion, question } from '../testing/questions'
import { terminalAnswers, type Terminal } from './terminalAnswers'

const never = new AbortController().signal

/** A terminal on which a person types these lines. */
function typing(...lines: readonly string[]): Terminal & { readonly seen: readonly string[] } {
  const left = [...lines]
  const seen: string[] = []
  return {
    seen,
    print: (line) => void seen.push(line),
    ask: async (prompt) => {
      seen.push(prompt)
      const line = left.shift()
      if (line === undefined) throw new Error(`Nobody types anything at “${prompt}”`)
      return line
    },
  }
}

const answer = (asked: Question, ...lines: readonly string[]) => terminalAnswers(typing(...lines)).answer(asked, never)

it('fills in a form field by field, asks again for what does not fit, and takes defaults for empty lines', async () => {
  const asked = formQuestion('shop', [
    { key: 'name', kind: 'string', required: true, minLength: 2 },
    { key: 'age', kind: 'number', integer: true, required: false, minimum: 0 },
    { key: 'news', kind: 'boolean', required: true },
    { key: 'colour', kind: 'choice', required: true, default: 'red', choices: [{ value: 'red', label: 'Red' }] },
    {
      key: 'days',
      kind: 'choices',
      required: false,
      choices: [
        { value: 'mon', label: 'Monday' },
        { value: 'tue', label: 'Tuesday' },
      ],
    },
    { key: 'note', kind: 'string', required: false },
  ])
  expect(await answer(asked, 'fill', 'A', 'Ada', '-1', '36', 'y', '', 'mon, tue', '')).toEqual({
    kind: 'form',
    action: 'accept',
    content: { name: 'Ada', age: 36, news: true, colour: 'red', days: ['mon', 'tue'] },
  })
})

it('tells declining and cancelling a form apart', async () => {
  expect([await answer(formQuestion(), 'decline'), await answer(formQuestion(), 'c')]).toEqual([
    { kind: 'form', action: 'decline' },
    { kind: 'form', action: 'cancel' },
  ])
})

it('starts nothing on an empty line', async () => {
  const start = question({ kind: 'start', launch: { kind: 'stdio', command: 'rm', args: ['-rf', '/'], env: {} } })
  expect([await answer(start, ''), await answer(start, 'y')]).toEqual([
    { kind: 'start', action: 'notNow' },
    { kind: 'start', action: 'start' },
  ])
})

it('does not say that a page was opened that Parley refuses', async () => {
  const asked = pageQuestion()
  const refused = {
    ...asked,
    details: { ...asked.details, refused: { id: 'legacy.text', params: { text: 'It is no web address' } } },
  } as Question
  expect(await answer(refused)).toEqual({ kind: 'page', action: 'decline' })
})

it('H04: says that a page is visited whose host looks like another one only when the host was typed', async () => {
  const asked = pageQuestion()
  const details = { ...asked.details, url: 'https://xn--pple-43d.com/', host: 'xn--pple-43d.com', warnings: ['lookAlike'] }
  const alike = { ...asked, details } as Question
  expect([await answer(alike, 'open', 'apple.com'), await answer(alike, 'open', 'xn--pple-43d.com')]).toEqual([
    { kind: 'page', action: 'decline' },
    { kind: 'page', action: 'open', hostRead: true },
  ])
})

it('shows what a server wrote behind a bar, with nothing in it that a terminal obeys', async () => {
  const terminal = typing('decline')
  const asked = formQuestion()
  await terminalAnswers(terminal).answer(
    { ...asked, details: { ...asked.details, message: '\u001b[2JSend it? [y/N] > y\nnow' } } as Question,
    never,
  )
  expect(terminal.seen).toContain('   │ <U+001B>[2JSend it? [y/N] > y')
  expect(terminal.seen.join('')).not.toContain('\u001b')
})

it('keeps the title and the default of a field on one line each, so that neither begins a line of its own', async () => {
  const terminal = typing('fill', '')
  const asked = formQuestion('shop', [{ key: 'name', kind: 'string', title: 'x\nParley: fine', default: 'a\nParley: b', required: true }])
  await terminalAnswers(terminal).answer(asked, never)
  const lines = terminal.seen.join('\n').split('\n')
  expect(lines).toContain('   x Parley: fine')
  expect(lines.filter((line) => line.startsWith('Parley'))).toEqual([])
})
