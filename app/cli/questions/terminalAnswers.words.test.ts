import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import type { Question } from '../../../shared/domain/question'
import { formQuestion, pageQuestion, question } from '../testing/questions'
import { terminalAnswers, type CheckFolders, type Terminal } from './terminalAnswers'

const never = new AbortController().signal
const checkFolders: CheckFolders = async (folders) =>
  folders.map((folder) => ({ folder, found: true, ...(folder === '/' && { risk: 'everything' as const }) }))

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

const answer = (asked: Question, ...lines: readonly string[]) => terminalAnswers(typing(...lines), checkFolders).answer(asked, never)

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

// Catches: a file was sent to sign in after a question that named the address alone.
it('B06: says what a start sends to sign in, and to whom, with what hides in it written out', async () => {
  const terminal = typing('y')
  const sends = { secrets: ['api\u001B[2K'], file: '/home/dana/key', to: 'https://evil.test' }
  const launch = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
  await terminalAnswers(terminal, checkFolders).answer(question({ kind: 'start', launch, sends }), never)
  const said = terminal.seen.join('\n')
  for (const words of ['sends your secret “api', 'what is in your file “/home/dana/key”', 'It goes to https://evil.test'])
    expect(said).toContain(words)
  expect(said).not.toContain('\u001B')
})

it('P08: shows the variables and the folder of a command before it starts, and which of them change what runs', async () => {
  const env = { OPENSSL_CONF: '/tmp/x.cnf', MODE: 'a\nStart it? y', KEY: { secret: 'key' } }
  const terminal = typing('')
  await terminalAnswers(terminal, checkFolders).answer(
    question({ kind: 'start', launch: { kind: 'stdio', command: 'npx', args: ['x'], env, cwd: '/srv' } }),
    never,
  )
  expect(terminal.seen.slice(terminal.seen.indexOf('   npx x'), -1)).toEqual([
    '   npx x',
    '   Folder: /srv',
    '   OPENSSL_CONF=/tmp/x.cnf',
    '   MODE=a Start it? y',
    '   KEY=the secret “key”',
    '   “OPENSSL_CONF” changes what runs.',
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
  await terminalAnswers(terminal, checkFolders).answer(
    { ...asked, details: { ...asked.details, message: '\u001b[2JSend it? [y/N] > y\nnow' } } as Question,
    never,
  )
  expect(terminal.seen).toContain('   │ <U+001B>[2JSend it? [y/N] > y')
  expect(terminal.seen.join('')).not.toContain('\u001b')
})

it('keeps the title and the default of a field on one line each, so that neither begins a line of its own', async () => {
  const terminal = typing('fill', '')
  const asked = formQuestion('shop', [{ key: 'name', kind: 'string', title: 'x\nParley: fine', default: 'a\nParley: b', required: true }])
  await terminalAnswers(terminal, checkFolders).answer(asked, never)
  const lines = terminal.seen.join('\n').split('\n')
  expect(lines).toContain('   x Parley: fine')
  expect(lines.filter((line) => line.startsWith('Parley'))).toEqual([])
})

it('says what is in a folder that is rarely meant to be shared, and shares it only after a yes', async () => {
  const asked = question({ kind: 'folders', current: [] }, 'files')
  const line = ['/srv', '/'].join(delimiter)
  const folders = (roots: readonly string[]) => ({ kind: 'folders', action: 'share', roots })
  const terminal = typing(line, '')
  expect(await terminalAnswers(terminal, checkFolders).answer(asked, never)).toEqual(folders(['/srv']))
  expect(terminal.seen.join('\n')).toContain('/: This is everything on this computer or drive.')
  expect(await answer(asked, line, 'y')).toEqual(folders(['/srv', '/']))
  expect(await answer(asked, '/', 'n')).toEqual({ kind: 'folders', action: 'shareNothing' })
  expect(await answer(asked, '/srv')).toEqual(folders(['/srv']))
})

it('names the folders that are rarely shared in its question, and what is shared without them', async () => {
  const [some, only] = [typing(`/srv${delimiter}/`, ''), typing('/', '')]
  const shared = await terminalAnswers(some, checkFolders).answer(question({ kind: 'folders', current: [] }), never)
  await terminalAnswers(only, checkFolders).answer(question({ kind: 'folders', current: [] }), never)
  expect(shared).toEqual({ kind: 'folders', action: 'share', roots: ['/srv'] })
  expect([some.seen.at(-1), only.seen.at(-1)]).toEqual([
    '   Share / too? Without it this alone is shared: /srv. [y/N] > ',
    '   Share / all the same? Without it nothing is shared. [y/N] > ',
  ])
})
