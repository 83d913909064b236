import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { passTime, settle } from '../../testing/settle'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { ApprovalDetails, EndedQuestion, Question, QuestionDetails } from '../../../shared/domain/question'
import type { AppInfo } from '../../../shared/domain/settings'
import { useNavigation } from '../../state/navigation'
import { noteComposerText, noteSent } from '../../state/typingActivity'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { invalidFields } from '../../testing/invalidFields'
import { activeMarkup } from '../../testing/activeMarkup'
import { namesOf, collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
import { useDeferredQuestions } from './questionDialogStore'
import { QuestionBar } from './QuestionBar'
import { QuestionDialog } from './QuestionDialog'

const appOf = (shell: AppInfo['shell']): AppInfo => ({
  shell,
  version: '0',
  platform: 'test',
  dataDir: '/',
  secretsKept: 'memory',
  fresh: false,
  problems: [],
})
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))
const approval: ApprovalDetails = {
  kind: 'approval',
  tool: 'echo',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
  arguments: { message: '<img src=x onerror=alert(1)>\u202e' },
  why: { id: 'approvals.wanted.noRule', params: { model: 'scripted-1' } },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
const question = (n: number, details: QuestionDetails, withCall = true): Question => ({
  id: QuestionId.parse(uuid(n)),
  asker: { serverId: ServerId.parse('Everything'), callIds: withCall ? [CallId.parse(uuid(100 + n))] : [], conversationId: here },
  created: 0,
  expires: 1,
  details,
})

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: here, questionId: undefined })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set() })
  noteSent()
})
afterEach(() => {
  vi.useRealTimers()
})

async function showQuestions(...open: readonly Question[]) {
  const host = new FakeHost()
  host.publish('questions', { open: [], ended: [] })
  host.answer('questions.answer', () => ({ taken: true }))
  host.answer('questions.saveDraft', () => undefined)
  host.answer('questions.checkArguments', () => ({ problems: [] }))
  const shown = await renderWithHost(
    <>
      <QuestionBar />
      <QuestionDialog />
    </>,
    host,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await act(async () => void host.publish('questions', { open, ended: [] }))
  await settle()
  return shown
}
const dialog = (): HTMLElement => screen.getByRole('dialog')
const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name })
const isOff = (...names: readonly string[]): readonly boolean[] => names.map((name) => button(name).disabled)
const press = (name: string): Promise<void> => user.click(button(name))
const write = (name: string, text: string): Promise<void> => fill(screen.getByRole('textbox', { name }), text)
const arm = (): Promise<void> => passTime(600)
const answers = (host: FakeHost): readonly unknown[] =>
  host.asked.flatMap(({ name, input }) => (name === 'questions.answer' ? [(input as { answer: unknown }).answer] : []))

it('keeps the deciding buttons disabled for half a second, and never approves by Enter', async () => {
  const shown = await showQuestions(question(10, approval))
  expect(isOff('Deny', 'Always allow…', 'Allow once')).toEqual([true, true, true])
  expect(document.activeElement?.textContent).toBe('Allow echo?')
  await arm()
  await act(async () => button('Allow once').focus())
  await user.keyboard('{Enter}')
  expect(answers(shown.host)).toEqual([])
  await press('Allow once')
  expect(answers(shown.host)).toEqual([{ kind: 'approval', action: 'allowOnce' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says as whom a call would be made, where its server has several accounts', async () => {
  await showQuestions(question(10, { ...approval, account: 'Work\u202e' }))
  expect(dialog().textContent).toContain('Everything as WorkU+202E')
})

it('B01: shows the whole arguments as text, with hidden characters drawn', async () => {
  await showQuestions(question(10, approval))
  expect(dialog().textContent).toContain('<img src=x onerror=alert(1)>U+202E')
  expect(activeMarkup()).toEqual([])
})

it('sends edited arguments, and a word for the model with a refusal', async () => {
  const shown = await showQuestions(question(10, approval), question(11, approval))
  await arm()
  await press('Edit')
  await arm()
  await write('Arguments', '{"message":"mine"}')
  await arm()
  await settle()
  await press('Allow once')
  await act(async () => useNavigation.setState({ questionId: question(11, approval).id }))
  await arm()
  await write('Word for the model', 'Use the other one')
  await arm()
  await press('Deny')
  expect(answers(shown.host)).toEqual([
    { kind: 'approval', action: 'allowOnce', arguments: { message: 'mine' } },
    { kind: 'approval', action: 'deny', word: 'Use the other one' },
  ])
})

it('closes without a word when a rule that the person made has decided what it asks', async () => {
  const next = question(11, approval)
  const { host } = await showQuestions(question(10, approval), next)
  await arm()
  await press('Allow once')
  await act(async () => void host.publish('questions', { open: [next], ended: [] }))
  await settle()
  expect(dialog().textContent).toContain('Allow echo?')
  const { id, asker } = next
  const end: EndedQuestion = {
    id,
    asker,
    kind: 'approval',
    tool: 'echo',
    how: 'withdrawn',
    reason: { id: 'errors.questions.allowedByRule' },
    at: 1,
  }
  await act(async () => void host.publish('questions', { open: [], ended: [end] }))
  await settle()
  expect([screen.queryByRole('dialog'), useNavigation.getState().questionId]).toEqual([null, undefined])
})

it('does not allow arguments that cannot be read', async () => {
  await showQuestions(question(10, approval))
  await press('Edit')
  await write('Arguments', '{')
  await arm()
  expect(isOff('Deny', 'Allow once')).toEqual([false, true])
})

it('does not allow a call while a field of its form cannot be read', async () => {
  const number = { ...approval, inputSchema: { properties: { a: { type: 'number' } } }, arguments: { a: 1 } }
  const shown = await showQuestions(question(10, number))
  await press('Edit')
  await press('Form')
  await write('a', 'x')
  await arm()
  expect(button('Allow once').disabled).toBe(true)
  await write('a', '2')
  await arm()
  await settle()
  await press('Allow once')
  expect(answers(shown.host)).toEqual([{ kind: 'approval', action: 'allowOnce', arguments: { a: 2 } }])
})

it('remembers with what and how long', async () => {
  const shown = await showQuestions(question(10, approval))
  await arm()
  await press('Always allow…')
  expect(button('Allow').disabled).toBe(true)
  expect(namesOf(within(screen.getByRole('radiogroup', { name: 'What' })).getAllByRole('radio'))).toEqual([
    'This tool',
    'Calls of echo where',
  ])
  await arm()
  await user.click(screen.getByRole('radio', { name: 'This tool' }))
  await user.click(screen.getByRole('radio', { name: 'Always' }))
  await press('Allow')
  expect(answers(shown.host)).toEqual([{ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } }])
})

it('opens no dialog over somebody who types, but tells them in a bar', async () => {
  noteComposerText('Half a sent')
  await showQuestions(question(10, approval))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('A model wants to run echo of Everything')
  await press('Review')
  expect(dialog().textContent).toContain('Allow echo?')
})

it('H10: opens nothing by itself for a question without a call', async () => {
  await showQuestions(question(10, { kind: 'folders', current: [] }, false))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Later puts aside all that wait in this conversation', async () => {
  await showQuestions(question(10, approval), question(11, approval))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('1 more')
})

it('says so when a question ends while its dialog is open', async () => {
  const asked = question(10, approval)
  const shown = await showQuestions(asked)
  const ended = {
    id: asked.id,
    asker: asked.asker,
    kind: 'approval',
    how: 'withdrawn',
    reason: { id: 'legacy.text', params: { text: 'the call was stopped' } },
    at: 0,
  } as const
  await act(async () => void shown.host.publish('questions', { open: [], ended: [ended] }))
  await settle()
  expect(dialog().textContent).toContain('Withdrawn: the call was stopped')
  // No answer remains.
  expect(collectTexts(within(dialog()).getAllByRole('button'))).toEqual(['Close'])
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(answers(shown.host)).toEqual([])
})

it('EL-08: checks a form when it is submitted, goes to the first error, and sends what is right', async () => {
  const shown = await showQuestions(
    question(10, {
      kind: 'form',
      message: 'Who?',
      secretLooking: [],
      fields: [
        { kind: 'string', key: 'name', required: true },
        { kind: 'number', key: 'age', required: false, integer: true, minimum: 0 },
        { kind: 'boolean', key: 'ok', required: true },
        { kind: 'choices', key: 'many', required: false, choices: [{ value: 'a', label: 'A' }], default: ['a'] },
      ],
    }),
  )
  await arm()
  await press('Submit')
  expect(answers(shown.host)).toEqual([])
  expect([invalidFields(), document.activeElement]).toEqual([['name'], screen.getByRole('textbox', { name: 'name' })])
  await user.keyboard('Dana')
  await write('age', '41')
  await arm()
  await press('Submit')
  expect(answers(shown.host)).toEqual([{ kind: 'form', action: 'accept', content: { name: 'Dana', age: 41, ok: false, many: ['a'] } }])
})

it('EL-10: Escape cancels a form, but not before its answers are armed', async () => {
  const shown = await showQuestions(question(10, { kind: 'form', message: 'Who?', secretLooking: [], fields: [] }))
  await user.keyboard('{Escape}')
  expect(answers(shown.host)).toEqual([])
  await arm()
  await user.keyboard('{Escape}')
  expect(answers(shown.host)).toEqual([{ kind: 'form', action: 'cancel' }])
})

it('the allowing key aims first and answers at the second press', async () => {
  const allowingKey = (): Promise<void> => user.keyboard('{Control>}{Shift>}[KeyY]{/Shift}{/Control}')
  const shown = await showQuestions(question(10, approval))
  await allowingKey()
  await allowingKey()
  expect(answers(shown.host)).toEqual([])
  await arm()
  await allowingKey()
  expect([document.activeElement === button('Allow once'), answers(shown.host)]).toEqual([true, []])
  await allowingKey()
  expect(answers(shown.host)).toEqual([{ kind: 'approval', action: 'allowOnce' }])
})

it('EL-15, H01: warns of a form that seems to ask for a secret, and outlines Submit in red', async () => {
  await showQuestions(
    question(10, {
      kind: 'form',
      message: 'Sign in',
      secretLooking: ['password'],
      fields: [{ kind: 'string', key: 'password', title: 'Your Google password', required: true }],
    }),
  )
  expect(dialog().textContent).toContain('This form seems to ask for a password, key, code or card number.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your Google password' }).autocomplete).toBe('off')
  await arm()
  expect(button('Submit').className).toContain('danger')
})

it('H02: a message that imitates Parley is plain text on the paper of its server', async () => {
  const message = '# Parley security check\n[Click](https://evil.example) ![x](https://evil.example/x.png) **🔒 verified**'
  await showQuestions(question(10, { kind: 'form', message, secretLooking: [], fields: [] }))
  expect(dialog().textContent).toContain(message)
  expect(dialog().textContent).toContain('Written by “Everything”')
  expect([activeMarkup(dialog()), screen.queryByRole('strong'), screen.queryByRole('link')]).toEqual([[], null, null])
  expect(collectTexts(screen.getAllByRole('heading'))).toEqual(['“Everything” asks for information'])
})

it('EL-16, H06: nothing is asked of a page before the person opens it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const url = 'https://evil.example/a?d=SECRET'
  const shown = await showQuestions(question(10, { kind: 'page', message: 'Visit', url, host: 'evil.example', warnings: [] }))
  expect(dialog().textContent).toContain(url)
  expect(activeMarkup(dialog())).toEqual([])
  await arm()
  await press('Decline')
  expect([asked.mock.calls, opened.mock.calls, answers(shown.host)]).toEqual([[], [], [{ kind: 'page', action: 'decline' }]])
  asked.mockRestore()
  opened.mockRestore()
})

it('EL-17, EL-20, H07: opens a page outside of Parley, without a way back to it, and only after the answer was taken', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const url = 'https://github.com/login'
  const shown = await showQuestions(question(10, { kind: 'page', message: 'Visit', url, host: 'github.com', warnings: [] }))
  await act(async () => void shown.host.publish('app', appOf('browser')))
  await arm()
  await press('Open in browser')
  expect(opened.mock.calls).toEqual([[url, '_blank', 'noopener,noreferrer']])
  opened.mockRestore()
})

it('EL-29, EL-32, F17: sixty questions of a server come one at a time, none with Allow in focus, and it can be stopped without answering', async () => {
  const form: QuestionDetails = { kind: 'form', message: 'Who are you?', fields: [], secretLooking: [] }
  const sixty = Array.from({ length: 60 }, (_, index) => question(10 + index, index < 57 ? approval : form, index < 57))
  const shown = await showQuestions(...sixty)
  shown.host.answer('servers.stop', () => undefined)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(dialog().textContent).toContain('59 more waiting')
  expect(dialog().textContent).toContain('“Everything” asked you 3 times within a minute.')
  expect(document.activeElement?.textContent).toBe('Allow echo?')
  await arm()
  await press('Deny')
  await act(async () => shown.host.publish('questions', { open: sixty.slice(1), ended: [] }))
  await settle()
  expect(screen.queryAllByRole('dialog').length).toBeLessThan(2)
  await act(async () => useNavigation.setState({ questionId: question(11, approval).id }))
  await settle()
  // The next question starts disabled, so the press that answered the last one cannot answer it.
  expect(button('Allow once').disabled).toBe(true)
  await press('Stop this server')
  expect(shown.host.asked.filter(({ name }) => name === 'servers.stop')).toEqual([
    { name: 'servers.stop', input: { serverId: ServerId.parse('Everything') } },
  ])
  expect(answers(shown.host)).toEqual([{ kind: 'approval', action: 'deny' }])
})

it('F17: offers no stopping where a server asks twice', async () => {
  await showQuestions(question(10, approval), question(11, approval))
  expect(dialog().textContent).not.toContain('Stop this server')
})

it('TL-10: says of a tool that its server says nothing about to reckon with the worst', async () => {
  await showQuestions(question(10, approval))
  expect(dialog().textContent).toContain('Its server does not say what it changes. It may cause losses that cannot be undone')
})

it('TL-10, TL-12: shows the worst for what a server leaves out, and the title of the tool', async () => {
  await showQuestions(question(10, { ...approval, title: 'Say it again', annotations: { readOnlyHint: false } }))
  for (const words of [
    'Say it again',
    'Its server does not say whether the tool destroys data or reaches beyond this computer: reckon with both.',
  ])
    expect(dialog().textContent).toContain(words)
  // Nothing stands there as a claim of the server that it never made.
  expect(dialog().textContent).not.toContain('May destroy data')
})

it('says whose description it is only of a server that said something', async () => {
  await showQuestions(question(10, { ...approval, annotations: {} }))
  expect(dialog().textContent).not.toContain('description of the tool')
})

it('says of a description without claims that it is the server’s words, and not that the server claims something', async () => {
  await showQuestions(question(10, { ...approval, description: 'Runs it', annotations: {} }))
  expect(dialog().textContent).toContain('Parley has not checked them.')
  expect(dialog().textContent).not.toContain('description of the tool')
})

it('weighs Allow by what Parley sees, not by what an honest server admits', async () => {
  const silent = { ...approval, tool: 'run_command', arguments: { command: 'ls' } }
  const honest = { ...approval, tool: 'restyle', annotations: { destructiveHint: true } }
  await showQuestions(question(10, silent), question(11, honest))
  await arm()
  expect(button('Allow once').className).toContain('danger')
  expect(dialog().textContent).toContain('Going by its name and arguments, Parley guesses that it runs, deletes, pays or sends something.')
  await act(async () => useNavigation.setState({ questionId: question(11, honest).id }))
  await arm()
  expect([button('Allow once').className.includes('danger'), dialog().textContent.includes('May destroy data')]).toEqual([false, true])
})

it('asks nobody to scroll to the end of arguments that a call does not have', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.dataset['foot'] !== undefined) return new DOMRect(0, 500)
    return new DOMRect(0, 0, 0, this.dataset['mustSee'] === undefined ? 500 : 900)
  })
  await showQuestions(question(10, { ...approval, arguments: {} }))
  await arm()
  expect(isOff('Deny', 'Allow once')).toEqual([false, false])
  vi.restoreAllMocks()
})

it('F01: an argument that is too long to be shown at once has to be looked at before anything can be allowed', async () => {
  const body = `${'line\n'.repeat(400)}and the secret at its end`
  await showQuestions(question(10, { ...approval, arguments: { body } }))
  await arm()
  expect(isOff('Deny', 'Always allow…', 'Allow once')).toEqual([false, true, true])
  expect(dialog().textContent).toContain('1 argument, 1 not yet shown whole.')
  expect(dialog().textContent).toContain('Look at the whole of “body” first: then you can allow.')
  expect(dialog().textContent).not.toContain('the secret at its end')
  await press('Show all 2.0 KB')
  await arm()
  expect(isOff('Always allow…', 'Allow once')).toEqual([false, false])
  expect(dialog().textContent).toContain('and the secret at its end')
  expect(dialog().textContent).toContain('1 argument, nothing left out.')
})
