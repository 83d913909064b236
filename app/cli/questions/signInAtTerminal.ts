import type { Accounts, SignInAttempt, SignInPlan, SignInWarning } from '../../../shared/domain/account'
import type { AttemptId } from '../../../shared/domain/ids'
import type { Question, SignInDetails } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { errorText } from '../../../shared/messages/errorText'
import { english } from '../../../shared/messages/translator'
import type { TypedClient } from '../../../main/rpc/typedClient'
import { printable } from '../printable'
import type { Terminal } from './terminalAnswers'

export type SignInQuestion = Question & { readonly details: SignInDetails }

/** Signs a person in. Resolves with 'done' when the question needs no answer any more. */
export type SignInHere = (question: SignInQuestion, client: TypedClient, signal: AbortSignal) => Promise<'done' | 'notNow'>

/**
 * Signs a person in at the terminal, on their word only: says where they will sign in and what for, prints the address, and waits for the
 * browser to come back, or for the address that it landed on, where it cannot reach this computer.
 */
export function signInAtTerminal(terminal: Terminal): SignInHere {
  return async (question, client, signal) => {
    const { details, asker } = question
    terminal.print('')
    terminal.print(`── ${asker.serverId} ${reasons[details.why]} (account “${printable(details.label)}”)`)
    if (details.said !== undefined) terminal.print(`   │ ${printable(details.said)}`)
    try {
      const target = { kind: 'server', serverId: asker.serverId, accountId: details.accountId } as const
      const plan = await client.call('accounts.prepare', { target, questionId: question.id }, signal)
      showPlan(terminal, plan)
      if (!/^y(es)?$/i.test((await terminal.ask('   Sign in? [y/N] > ', signal)).trim())) {
        await client.call('accounts.cancel', { attempt: plan.attempt })
        return 'notNow'
      }
      return await visit(terminal, plan, client, signal)
    } catch (thrown) {
      if (signal.aborted) throw thrown
      showError(terminal, AppError.from(thrown))
      return 'notNow'
    }
  }
}

const reasons: Readonly<Record<SignInDetails['why'], string>> = {
  first: 'wants you to sign in',
  ended: 'wants you to sign in again',
  moreRights: 'wants more rights than you gave it',
}

const warnings: Readonly<Record<SignInWarning, string>> = {
  otherHosts: 'your answer goes to other hosts too than the one where you sign in',
  unrelatedHost: 'where you sign in does not belong to the server that you sign in for',
  loopback: 'the page is on this computer',
  privateNetwork: 'the page is in a private network',
  lookAlike: 'the name mixes alphabets, and may only look like one that you know',
  punycode: 'the name is written in another alphabet',
  ipAddress: 'the address has a number in place of a name',
  hiddenCharacters: 'characters that are not drawn are written in the address',
  noPkce: 'the place where you sign in does not offer the protection (PKCE) that it should',
  newIssuer: 'you have not signed in there before for this server',
}

function showPlan(terminal: Terminal, { host, serverHost, scopes, addedScopes, warnings: found, because }: SignInPlan): void {
  if (because !== undefined) terminal.print(`   ${printable(because)}`)
  terminal.print(`   You sign in at ${printable(host)}, for ${printable(serverHost)}.`)
  if (scopes.length > 0) terminal.print(`   It asks for: ${printable(scopes.join(', '))}`)
  if (addedScopes.length > 0) terminal.print(`   New are: ${printable(addedScopes.join(', '))}`)
  for (const warning of found) terminal.print(`   Careful: ${warnings[warning]}.`)
}

async function visit(
  terminal: Terminal,
  { attempt, url }: SignInPlan,
  client: TypedClient,
  signal: AbortSignal,
): Promise<'done' | 'notNow'> {
  await client.call('accounts.begin', { attempt })
  terminal.print('   Open this address in a browser:')
  terminal.print(`   ${printable(url)}`)
  terminal.print('   Then come back. Where the browser cannot reach this computer, paste the address that it landed on.')
  const ended = new AbortController()
  let step: SignInAttempt['step'] | undefined
  const outcome = client.until('accounts', (accounts) => {
    step = attemptIn(accounts, attempt)?.step
    return step === undefined || step === 'done' || step === 'failed'
  })
  // Nobody waits for it any more, but what is as good as done is awaited: the question ends a moment before the attempt.
  const giveUp = (): void => {
    if (step !== 'finishing') client.call('accounts.cancel', { attempt }).catch(ignore)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  outcome.then(() => ended.abort(), ignore)
  await paste(terminal, attempt, client, AbortSignal.any([signal, ended.signal]))
  const last = attemptIn(await outcome, attempt)
  signal.removeEventListener('abort', giveUp)
  if (last?.error) throw AppError.fromData(last.error)
  if (last?.step === 'done') terminal.print('   You are signed in.')
  return last?.step === 'done' ? 'done' : 'notNow'
}

/** Takes addresses until the sign-in has ended. One that is not the right one costs only another line. */
async function paste(terminal: Terminal, attempt: AttemptId, client: TypedClient, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      const line = (await terminal.ask('   > ', ended)).trim()
      if (line !== '') await client.call('accounts.finish', { attempt, address: line })
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (ended.aborted || error.code !== 'INVALID_INPUT') return
      terminal.print(`   ${errorText(english, error).message}.`)
    }
  }
}

function attemptIn({ attempts }: Accounts, attempt: AttemptId): SignInAttempt | undefined {
  return attempts.find(({ id }) => id === attempt)
}

function showError(terminal: Terminal, error: AppError): void {
  const { said } = error
  const { message, hint } = errorText(english, error)
  terminal.print(`   ${printable(message)}.`)
  if (said !== undefined) terminal.print(`   │ ${printable(said)}`)
  if (hint !== undefined) terminal.print(`   ${printable(hint)}`)
}

function ignore(): void {
  // It ends by itself, and is told by the topic.
}
