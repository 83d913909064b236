import type { Accounts, SignInAttempt, SignInPlan } from '../../../shared/domain/account'
import type { AttemptId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { errorSentence, errorText } from '../../../shared/i18n/errorText'
import type { Message } from '../../../shared/i18n/message'
import { english, type Translator } from '../../../shared/i18n/translator'
import type { TypedHostClient } from '../../../main/rpc/typedHostClient'
import { escapeForTerminal, quoteForTerminal } from '../escapeForTerminal'
import { isYes, type Terminal } from './terminalAnswers'
import type { SignInHere } from './questionAnswerer'

interface SpeakingTerminal extends Terminal {
  readonly translator: Translator
  readonly t: Translator['t']
}

/**
 * Signs a person in at the terminal, only after they agree. Shows where they will sign in and why, prints the address, and waits until the
 * browser returns. If the browser cannot reach this computer, the person can paste the address on which it landed.
 */
export function signInAtTerminal(plain: Terminal, translator: Translator = english): SignInHere {
  const terminal: SpeakingTerminal = { ...plain, translator, t: translator.t }
  return async (question, client, signal) => {
    const { details, asker } = question
    terminal.print('')
    const account = details.label === '' ? terminal.t('accounts.first') : escapeForTerminal(details.label)
    terminal.print(terminal.t(`terminal.signIn.${details.why}`, { server: asker.serverId, account }))
    if (details.said !== undefined) terminal.print(quoteForTerminal(escapeForTerminal(details.said)))
    try {
      const target = { kind: 'server', serverId: asker.serverId, accountId: details.accountId } as const
      const plan = await client.call('accounts.prepare', { target, questionId: question.id }, signal)
      showPlan(terminal, plan)
      if (!isYes(await terminal.ask(`   ${terminal.t('terminal.signIn.question')} > `, signal))) {
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

function showPlan(terminal: SpeakingTerminal, { host, serverHost, scopes, addedScopes, warnings: found, because }: SignInPlan): void {
  if (because !== undefined) terminal.print(`   ${escapeForTerminal(errorText(terminal.translator, because).message)}`)
  terminal.print(`   ${terminal.t('terminal.signIn.at', { host: escapeForTerminal(host), server: escapeForTerminal(serverHost) })}`)
  if (scopes.length > 0) terminal.print(`   ${terminal.t('terminal.signIn.scopes', { scopes: escapeForTerminal(scopes.join(', ')) })}`)
  if (addedScopes.length > 0)
    terminal.print(`   ${terminal.t('terminal.signIn.newScopes', { scopes: escapeForTerminal(addedScopes.join(', ')) })}`)
  for (const warning of found)
    terminal.print(`   ${terminal.t('ui.sentence', { text: careful({ id: `terminal.signIn.warning.${warning}` }) })}`)
}

const careful = (what: Message): Message => ({ id: 'terminal.careful', params: { what } })

async function visit(
  terminal: SpeakingTerminal,
  { attempt, url }: SignInPlan,
  client: TypedHostClient,
  signal: AbortSignal,
): Promise<'done' | 'notNow'> {
  await client.call('accounts.begin', { attempt })
  terminal.print(`   ${terminal.t('terminal.signIn.open')}`)
  terminal.print(`   ${escapeForTerminal(url)}`)
  terminal.print(`   ${terminal.t('terminal.signIn.comeBack')}`)
  const ended = new AbortController()
  let step: SignInAttempt['step'] | undefined
  const outcome = client.until('accounts', (accounts) => {
    step = attemptIn(accounts, attempt)?.step
    return step === undefined || step === 'done' || step === 'failed'
  })
  // The result is no longer needed. But a sign-in that is finishing goes on, because the question ends shortly before the attempt.
  const giveUp = (): void => {
    if (step !== 'finishing') client.call('accounts.cancel', { attempt }).catch(ignore)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  outcome.then(() => ended.abort(), ignore)
  await paste(terminal, attempt, client, AbortSignal.any([signal, ended.signal]))
  const last = attemptIn(await outcome, attempt)
  signal.removeEventListener('abort', giveUp)
  if (last?.error) throw AppError.fromData(last.error)
  if (last?.step === 'done') terminal.print(`   ${terminal.t('terminal.signIn.done')}`)
  return last?.step === 'done' ? 'done' : 'notNow'
}

/** Accepts pasted addresses until the sign-in has ended. A wrong address can be corrected on the next line. */
async function paste(terminal: SpeakingTerminal, attempt: AttemptId, client: TypedHostClient, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      const line = (await terminal.ask('   > ', ended)).trim()
      if (line !== '') await client.call('accounts.finish', { attempt, address: line })
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (ended.aborted || error.code !== 'INVALID_INPUT') return
      terminal.print(`   ${escapeForTerminal(errorSentence(terminal.translator, error))}`)
    }
  }
}

function attemptIn({ attempts }: Accounts, attempt: AttemptId): SignInAttempt | undefined {
  return attempts.find(({ id }) => id === attempt)
}

function showError(terminal: SpeakingTerminal, error: AppError): void {
  const { said } = error
  const { hint } = errorText(terminal.translator, error)
  terminal.print(`   ${escapeForTerminal(errorSentence(terminal.translator, error))}`)
  if (said !== undefined) terminal.print(quoteForTerminal(escapeForTerminal(said)))
  if (hint !== undefined) terminal.print(`   ${escapeForTerminal(hint)}`)
}

function ignore(): void {
  // It ends by itself, and is told by the topic.
}
