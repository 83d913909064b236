import { expect, it } from 'vitest'
import type { Accounts, SignInAttempt, SignInPlan } from '../../../shared/domain/account'
import { AttemptId, AccountId } from '../../../shared/domain/ids'
import type { SignInDetails } from '../../../shared/domain/question'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import type { TypedHostClient } from '../../../main/rpc/typedHostClient'
import { question } from '../testing/questions'
import { signInAtTerminal } from './signInAtTerminal'
import type { Terminal } from './terminalAnswers'

const accountId = AccountId.parse('00000000-0000-4000-8000-000000000001')
const attempt = AttemptId.parse('00000000-0000-4000-8000-000000000002')
const never = new AbortController().signal
const details: SignInDetails = { kind: 'signIn', accountId, label: 'Work', why: 'first', scopes: [], said: 'Who are you?\u001b[2J' }
const asked = { ...question(details), details }
const url = 'https://id.example/authorize?state=1'

/** A host with one attempt that ends when a test says so, and a terminal with these typed lines. */
function bench(lines: readonly string[], finish: (address: string) => AppErrorData | 'ends' = () => 'ends') {
  const left = [...lines]
  const seen: string[] = []
  const calls: string[] = []
  let current: readonly SignInAttempt[] = []
  let tell: (value: Accounts) => void = () => undefined
  const move = (step: SignInAttempt['step'] | 'gone', error?: AppErrorData): void => {
    const target = { kind: 'server', serverId: asked.asker.serverId, accountId } as const
    current = step === 'gone' ? [] : [{ id: attempt, target, step, started: 0, expires: 1, ...(error && { error }) }]
    tell({ accounts: [], attempts: current })
  }
  const answers: Readonly<Record<string, (input: { readonly address: string }) => unknown>> = {
    'accounts.prepare': () => plan,
    'accounts.begin': () => {
      move('waiting')
      return { inPage: url }
    },
    'accounts.cancel': () => move('gone'),
    'accounts.finish': ({ address }) => {
      const outcome = finish(address)
      if (outcome !== 'ends') throw AppError.fromData(outcome)
      move('done')
    },
  }
  const client = {
    call: async (name: string, input: { readonly address: string }) => {
      calls.push(name)
      return answers[name]?.(input)
    },
    until: (_topic: string, isWanted: (value: Accounts) => boolean) =>
      new Promise<Accounts>((resolve) => {
        tell = (value) => (isWanted(value) ? resolve(value) : undefined)
        tell({ accounts: [], attempts: current })
      }),
  } as unknown as TypedHostClient
  const terminal: Terminal = {
    print: (line) => void seen.push(line),
    ask: (_prompt, signal) => {
      const line = left.shift()
      if (line !== undefined) return Promise.resolve(line)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    },
  }
  return { seen, calls, move, run: (signal = never) => signInAtTerminal(terminal)(asked, client, signal) }
}

const plan: SignInPlan = {
  attempt,
  target: { kind: 'server', serverId: asked.asker.serverId, accountId },
  url,
  host: 'id.example',
  serverHost: 'acme.example',
  issuer: 'https://id.example',
  otherIssuers: [],
  otherHosts: [],
  scopes: ['files:read'],
  addedScopes: ['files:read'],
  client: 'document',
  warnings: ['unrelatedHost'],
  expires: 1,
}

it('shows what a sign-in will do and opens nothing before the person has agreed', async () => {
  const { seen, calls, run } = bench([''])
  expect([await run(), calls]).toEqual(['notNow', ['accounts.prepare', 'accounts.cancel']])
  expect(seen.join('\n')).toContain('You sign in at id.example, for “acme.example”.\n   It asks for: files:read')
  expect(seen.join('\n')).toContain('Careful: where you sign in does not belong to the server')
  expect([seen.join('').includes(url), seen.join('').includes('\u001b')]).toEqual([false, false])
})

it('prints the address, and is done when the browser comes back', async () => {
  const { seen, run, move } = bench(['y'])
  const running = run()
  await expect.poll(() => seen.some((line) => line.includes(url))).toBe(true)
  move('done')
  expect([await running, seen.at(-1)]).toEqual(['done', '   You are signed in.'])
})

it('takes the address that the browser landed on, and asks again for one that is another', async () => {
  const { seen, calls, run } = bench(['y', 'nonsense', 'http://127.0.0.1:1/callback?code=c&state=1'], (address) =>
    address.includes('code=') ? 'ends' : { code: 'INVALID_INPUT', message: 'This is not the address' },
  )
  expect(await run()).toBe('done')
  expect([seen.includes('   This is not the address.'), calls.filter((name) => name === 'accounts.finish').length]).toEqual([true, 2])
})

it('says why a sign-in failed, in the words of who refused it, as plain text', async () => {
  const { seen, run, move } = bench(['y'])
  const running = run()
  await expect.poll(() => seen.some((line) => line.includes(url))).toBe(true)
  move('failed', { code: 'SIGN_IN_FAILED', message: 'The sign-in was refused', said: 'access_denied\u0007', hint: 'Try again' })
  expect([await running, seen.slice(-3)]).toEqual(['notNow', ['   The sign-in was refused.', '   │ access_denied<U+0007>', '   Try again']])
})

it('gives the sign-in up when the question ends meanwhile', async () => {
  const { seen, calls, run } = bench(['y'])
  const ended = new AbortController()
  const running = run(ended.signal)
  await expect.poll(() => seen.some((line) => line.includes(url))).toBe(true)
  ended.abort()
  expect([await running, calls.at(-1)]).toEqual(['notNow', 'accounts.cancel'])
})
