import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passTime } from '../../../testing/settle'
import type { Account, SignInAttempt, SignInPlan } from '../../../../shared/domain/account'
import { AttemptId, CallId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { Question, SignInDetails } from '../../../../shared/domain/question'
import type { AppInfo } from '../../../../shared/domain/settings'
import { AppError } from '../../../../shared/errors/appError'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { openSignIn, useNavigation } from '../../../state/navigation'
import { anAccount, aPlan, uuidOf } from '../../../testing/sampleAccounts'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { listItems } from '../../../testing/listItems'
import { activeMarkup } from '../../../testing/activeMarkup'
import { collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { useDeferredQuestions } from '../questionDialogStore'
import { QuestionDialog } from '../QuestionDialog'
import { SignInDialog } from './SignInDialog'

const good = ServerId.parse('good')
const work = anAccount(1)
const questionId = QuestionId.parse(uuidOf(50))
const asked: SignInDetails = { kind: 'signIn', accountId: work.accountId, label: 'Work', why: 'first', scopes: [] }
const question = (details: Partial<SignInDetails> = {}): Question => ({
  id: questionId,
  asker: { serverId: good, callIds: [CallId.parse(uuidOf(60))] },
  created: 0,
  expires: 1,
  details: { ...asked, ...details },
})
const app = (shell: AppInfo['shell']): AppInfo => ({
  shell,
  version: '0',
  platform: 'test',
  dataDir: '/',
  secretsKept: 'keychain',
  fresh: false,
  problems: [],
})
const attempt = (step: SignInAttempt['step'], change: Partial<SignInAttempt> = {}): SignInAttempt => ({
  id: AttemptId.parse(uuidOf(900)),
  target: { kind: 'server', serverId: good, accountId: work.accountId },
  step,
  started: 0,
  expires: 1,
  ...change,
})

interface Situation {
  readonly shell?: AppInfo['shell']
  readonly plan?: Partial<SignInPlan>
  readonly accounts?: readonly Account[]
  readonly attempts?: readonly SignInAttempt[]
  readonly questions?: readonly Question[]
}

async function show({ shell = 'electron', plan = {}, accounts = [work], attempts = [], questions = [] }: Situation = {}) {
  const host = new FakeHost()
    .publish('app', app(shell))
    .publish('accounts', { accounts, attempts })
    .publish('questions', { open: questions, ended: [] })
    .publish('servers', {
      servers: [sampleServer('good', { launch: { kind: 'http', url: 'https://mcp.good.example/mcp', headers: {}, transport: 'auto' } })],
      broken: [],
    })
    .publish('connections.states', {})
    .answer('accounts.prepare', () => aPlan(work, plan))
    .answer('accounts.begin', () => 'opened')
    .answer('accounts.cancel', () => undefined)
    .answer('accounts.finish', () => undefined)
    .answer('questions.answer', () => ({ taken: true }))
  await renderWithHost(
    <>
      <QuestionDialog />
      <SignInDialog />
    </>,
    host,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  return {
    host,
    /** Publishes the host's state of the sign-in. */
    tell: (next: readonly SignInAttempt[]) => later(() => host.publish('accounts', { accounts, attempts: next })),
  }
}

const later = async (work: () => unknown, ms = 5): Promise<void> => {
  await act(async () => void work())
  for (let turn = 0; turn < 3; turn++) await passTime(ms)
}
const open = () => later(() => openSignIn({ kind: 'server', serverId: good, accountId: work.accountId }))
const openQuestion = () => later(() => useNavigation.setState({ questionId }))
const arm = () => later(() => undefined, 600)
const dialog = (): HTMLElement => screen.getByRole('dialog')
const words = (): string => dialog().textContent
const button = (name: string): HTMLButtonElement => within(dialog()).getByRole<HTMLButtonElement>('button', { name })
const title = (): string => within(dialog()).getByRole('heading', { level: 2 }).textContent
const press = (name: string) => user.click(button(name)).then(() => later(() => undefined))
const calls = (host: FakeHost): readonly string[] => host.asked.map(({ name }) => name).filter((name) => name.startsWith('accounts.'))

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState())
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('before anything opens', () => {
  it('E22: shows which server asks, where one signs in and what it may then do, and says that the address belongs to somebody else', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await show({
      shell: 'browser',
      plan: {
        url: 'https://accounts.google.example/authorize?scope=mail',
        host: 'accounts.google.example',
        scopes: ['mail', 'files'],
        addedScopes: ['files'],
        warnings: ['unrelatedHost', 'lookAlike'],
      },
    })
    await open()
    expect(title()).toBe('Sign in to “good”?')
    expect(screen.getByRole('strong').textContent).toBe('accounts.google.example')
    for (const part of [
      'mcp.good.example',
      'https://accounts.google.example/authorize?scope=mail',
      'This address belongs to somebody else than mcp.good.example',
      'Its host looks like another one',
      'New: files',
    ]) {
      expect(words()).toContain(part)
    }
    expect(collectTexts(listItems('Rights'))).toEqual(['mail', 'files', 'New: files'])
    expect(opened).not.toHaveBeenCalled()
  })

  it('A09: shows what an authorization server said as text, and opens nothing by itself', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const shown = await show({ shell: 'browser' })
    shown.host.answer('accounts.prepare', () => {
      throw new AppError('SIGN_IN_FAILED', 'auth.good.example refused the sign-in', {
        hint: 'Try again.',
        said: 'access_denied: <img src=x onerror=alert(1)> <a href="file:///etc/passwd">more</a>\u202E',
      })
    })
    await open()
    expect(words()).toContain('<img src=x onerror=alert(1)> <a href="file:///etc/passwd">more</a>U+202E')
    expect(activeMarkup(dialog())).toEqual([])
    expect(opened).not.toHaveBeenCalled()
  })

  it('waits half a second before it can be agreed to, and never agrees by Enter', async () => {
    const shown = await show()
    await open()
    expect([button('Not now').disabled, button('Sign in').disabled]).toEqual([true, true])
    await arm()
    await act(async () => button('Sign in').focus())
    await user.keyboard('{Enter}')
    expect(calls(shown.host)).toEqual(['accounts.prepare'])
  })

  it('says as whom, why now, and where the tokens go', async () => {
    await show({
      accounts: [{ ...work, who: 'dana@example.com' }],
      questions: [question({ why: 'moreRights', said: 'more <b>' })],
    })
    await openQuestion()
    expect(words()).toContain('it wants more rights than you gave it')
    expect(words()).toContain('dana@example.com, Work')
    expect(words()).toContain('kept encrypted, opened by your system keychain, and are sent to mcp.good.example only.')
    expect(words()).toContain('Written by “good”more <b>')
  })

  it('asks for the plan on behalf of the question, and tells the host to forget it with Not now', async () => {
    const shown = await show({ questions: [question()] })
    await openQuestion()
    expect(shown.host.asked.find(({ name }) => name === 'accounts.prepare')?.input).toEqual({
      target: { kind: 'server', serverId: 'good', accountId: work.accountId },
      questionId,
    })
    await arm()
    await press('Not now')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shown.host.asked.filter(({ name }) => name !== 'accounts.prepare')).toEqual([
      { name: 'questions.answer', input: { questionId, answer: { kind: 'signIn', action: 'notNow' } } },
      { name: 'accounts.cancel', input: { attempt: uuidOf(900) } },
    ])
  })

  it('adds another account under a name, and goes on as that one', async () => {
    const other = anAccount(2, { label: 'Private', isDefault: false })
    const shown = await show({ accounts: [work, other] })
    shown.host.answer('accounts.addAccount', () => ({ accountId: other.accountId }))
    await open()
    await press('Add another account…')
    await user.type(screen.getByRole('textbox'), 'Private')
    await press('Add')
    expect(shown.host.asked.find(({ name }) => name === 'accounts.addAccount')?.input).toEqual({ serverId: 'good', label: 'Private' })
    expect(screen.getByRole('combobox').textContent).toBe('Private')
    expect(shown.host.asked.findLast(({ name }) => name === 'accounts.prepare')?.input).toMatchObject({
      target: { accountId: other.accountId },
    })
  })
})

describe('after the click', () => {
  it('opens the address in the click itself where the page is a browser’s, and tells the host', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const shown = await show({ shell: 'browser' })
    await open()
    await arm()
    fireEvent.click(button('Sign in'))
    expect(opened.mock.calls).toEqual([['https://auth.good.example/authorize?state=abc', '_blank', 'noopener,noreferrer']])
    await later(() => undefined)
    expect(shown.host.asked.at(-1)).toEqual({ name: 'accounts.begin', input: { attempt: uuidOf(900) } })
  })

  it('leaves the opening to the desktop shell, and offers the pasted address behind a link', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const shown = await show()
    await open()
    await arm()
    await press('Sign in')
    await shown.tell([attempt('waiting')])
    expect(opened).not.toHaveBeenCalled()
    expect(words()).toContain('Waiting for your browser…')
    expect(screen.queryByRole('textbox')).toBeNull()
    await press('Paste the address you landed on')
    await fill(screen.getByRole('textbox'), ' http://127.0.0.1:7/callback?code=c&state=s ')
    await press('Use it')
    expect(shown.host.asked.at(-1)).toEqual({
      name: 'accounts.finish',
      input: { attempt: uuidOf(900), address: 'http://127.0.0.1:7/callback?code=c&state=s' },
    })
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  })

  it('takes up a sign-in that is under way already, opens its page again, and asks anew when it is cancelled', async () => {
    const shown = await show({ attempts: [attempt('waiting')] })
    await open()
    expect(calls(shown.host)).toEqual([])
    await arm()
    await press('Open again')
    await press('Cancel')
    await shown.tell([])
    expect(calls(shown.host)).toEqual(['accounts.begin', 'accounts.cancel', 'accounts.prepare'])
    expect(button('Sign in')).toBeTruthy()
  })

  it('goes on in the background when it is put off while the browser has it', async () => {
    const shown = await show()
    await open()
    await arm()
    await press('Sign in')
    await shown.tell([attempt('waiting')])
    await press('Later')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls(shown.host)).not.toContain('accounts.cancel')
  })

  it('says that it is done, and goes away by itself', async () => {
    const shown = await show()
    await open()
    await arm()
    await press('Sign in')
    await shown.tell([attempt('waiting')])
    await shown.tell([attempt('done')])
    expect(title()).toBe('Signed in to “good”')
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('Signed in')
    await later(() => undefined, 1300)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('ends the question the same way when the host says that the sign-in is done', async () => {
    const shown = await show({ questions: [question()] })
    await openQuestion()
    const end = {
      id: questionId,
      asker: question().asker,
      kind: 'signIn',
      how: 'answered',
      reason: { id: 'ends.signedIn' },
      at: 1,
    } as const
    await later(() => shown.host.publish('questions', { open: [], ended: [end] }))
    expect(title()).toBe('Signed in to “good”')
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('Signed in')
    await later(() => undefined, 1300)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a sign-in that fails', () => {
  const failing = (remedy?: 'withoutPkce' | 'clientId') => () => {
    throw new AppError('SIGN_IN_FAILED', 'auth.good.example does not take Parley', { hint: 'Do this.', ...(remedy && { remedy }) })
  }

  it('says which step failed and what to do, and can be tried again', async () => {
    const shown = await show()
    shown.host.answer('accounts.prepare', failing())
    await open()
    expect(screen.getByRole('alert').textContent).toBe('auth.good.example does not take Parley. Do this.')
    shown.host.answer('accounts.prepare', () => aPlan(work))
    await arm()
    await press('Retry')
    expect(button('Sign in')).toBeTruthy()
  })

  it('says so too when it fails in the browser', async () => {
    const shown = await show()
    await open()
    await arm()
    await press('Sign in')
    await shown.tell([attempt('waiting')])
    await shown.tell([attempt('failed', { error: { code: 'SIGN_IN_FAILED', message: 'You said no there' } })])
    expect(words()).toContain('You said no there.')
    await arm()
    await press('Retry')
    expect(calls(shown.host)).toEqual(['accounts.prepare', 'accounts.begin', 'accounts.prepare'])
  })

  it('goes on without a protection that is not offered only when the person says so', async () => {
    const shown = await show()
    shown.host.answer('accounts.prepare', failing('withoutPkce'))
    await open()
    expect(words()).toContain('a program that reads the answer on its way can take your place')
    expect(button('Go on without it').disabled).toBe(true)
    await arm()
    shown.host.answer('accounts.prepare', () => aPlan(work, { warnings: ['noPkce'] }))
    await press('Go on without it')
    expect(shown.host.asked.filter(({ name }) => name === 'accounts.prepare').map(({ input }) => input)).toEqual([
      { target: { kind: 'server', serverId: 'good', accountId: work.accountId } },
      { target: { kind: 'server', serverId: 'good', accountId: work.accountId }, withoutPkce: true },
    ])
    expect(words()).toContain('Its answer is not protected (no PKCE)')
  })

  it('leads to the server’s form where a client ID is missing', async () => {
    const shown = await show()
    shown.host.answer('accounts.prepare', failing('clientId'))
    await open()
    await press('Enter a client ID…')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(useNavigation.getState().serverForm).toEqual({ kind: 'edit', serverId: 'good', part: 'signIn' })
  })
})
