import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SignInAttempt, SignInPlan, SignInTarget } from '../../../../shared/domain/account'
import type { AttemptId, QuestionId } from '../../../../shared/domain/ids'
import { AppError, type AppErrorData } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'

/** The state of a sign-in, as the dialog shows it. */
export type SignInStep =
  | { readonly step: 'preparing' }
  | { readonly step: 'planned'; readonly plan: SignInPlan }
  | { readonly step: 'waiting'; readonly attempt: SignInAttempt; readonly plan: SignInPlan | undefined }
  | { readonly step: 'failed'; readonly error: AppErrorData }
  | { readonly step: 'done' }

/** The person's choices other than the account. */
export interface SignInChoice {
  readonly issuer?: string
  readonly withoutPkce?: boolean
}

export interface SignIn {
  readonly now: SignInStep
  /** Prepares the sign-in again, after a failure or with another choice. */
  readonly prepare: (choice?: SignInChoice) => void
  /** Starts the planned sign-in. The shell or the page opens the browser. */
  readonly begin: (plan: SignInPlan) => Promise<void>
  readonly openAgain: (attempt: AttemptId) => Promise<void>
}

/**
 * One sign-in. It is prepared when its dialog opens. If the dialog closes before the start, the host forgets it. If an attempt is already
 * running, the dialog continues it.
 */
export function useSignInAttempt(target: SignInTarget, questionId: QuestionId | undefined): SignIn {
  const shell = useTopic('app', (app) => app.shell)
  const attempts = useTopic('accounts', (accounts) => accounts.attempts)
  const [{ choice, tries }, setAsked] = useState<{ readonly choice: SignInChoice; readonly tries: number }>({ choice: {}, tries: 0 })
  const attempt = useFollowed(attempts, target, tries)
  const input = { target, ...(questionId !== undefined && { questionId }), ...choice }
  const prepared = useQuery<SignInPlan, AppError>({
    queryKey: ['signIn', input, tries, attempt.id],
    queryFn: ({ signal }) => callHost('accounts.prepare', input, signal),
    enabled: attempts !== undefined && attempt.now === undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const [plan, setPlan] = useState<SignInPlan>()
  if (prepared.data && prepared.data !== plan) setPlan(prepared.data)
  const keep = useForgotten(plan?.attempt)
  const openInPage = (url: string): void => {
    if (shell === 'browser') window.open(url, '_blank', 'noopener,noreferrer')
  }
  return {
    now: stepOf(attempt.now ?? attempts?.find(({ id }) => id === prepared.data?.attempt), prepared, plan),
    prepare: (next) => setAsked({ choice: { ...choice, ...next }, tries: tries + 1 }),
    begin: async ({ attempt: id, url }) => {
      keep(id)
      const answer = callHost('accounts.begin', { attempt: id })
      // Must happen during the click, because the browser would otherwise block it as a pop-up.
      openInPage(url)
      await answer
    },
    openAgain: async (id) => {
      if (plan?.attempt === id && shell === 'browser') return openInPage(plan.url)
      const answer = await callHost('accounts.begin', { attempt: id })
      if (answer !== 'opened') openInPage(answer.inPage)
    },
  }
}

/** Follows the started attempt for this target until it ends. After a retry, follows the next one. */
function useFollowed(attempts: readonly SignInAttempt[] | undefined, target: SignInTarget, tries: number) {
  const [followed, setFollowed] = useState<{ readonly id: AttemptId; readonly tries: number }>()
  const running = attempts?.find((each) => (each.step === 'waiting' || each.step === 'finishing') && sameTarget(each.target, target))
  if (running && (running.id !== followed?.id || tries !== followed.tries)) setFollowed({ id: running.id, tries })
  const id = followed?.id
  return { id, now: running ?? (followed?.tries === tries ? attempts?.find((each) => each.id === id) : undefined) }
}

/** Tells the host to forget a prepared attempt when its dialog closes. The returned function keeps an attempt, because it has started. */
function useForgotten(prepared: AttemptId | undefined): (id: AttemptId) => void {
  const begun = useRef(new Set<AttemptId>())
  useEffect(() => {
    if (prepared === undefined) return undefined
    const kept = begun.current
    return () => {
      // If it has ended in the meantime, nothing is left to cancel.
      if (!kept.has(prepared)) callHost('accounts.cancel', { attempt: prepared }).catch(() => undefined)
    }
  }, [prepared])
  return (id) => void begun.current.add(id)
}

function stepOf(
  attempt: SignInAttempt | undefined,
  prepared: { readonly data: SignInPlan | undefined; readonly error: AppError | null },
  plan: SignInPlan | undefined,
): SignInStep {
  switch (attempt?.step) {
    case 'waiting':
    case 'finishing':
      return { step: 'waiting', attempt, plan: plan?.attempt === attempt.id ? plan : undefined }
    case 'done':
      return { step: 'done' }
    case 'failed':
      return { step: 'failed', error: attempt.error ?? new AppError('SIGN_IN_FAILED', { reason: 'oauth.failed' }).toData() }
    case 'prepared':
    case undefined:
      if (prepared.error) return { step: 'failed', error: prepared.error.toData() }
      return prepared.data ? { step: 'planned', plan: prepared.data } : { step: 'preparing' }
  }
}

function sameTarget(one: SignInTarget, other: SignInTarget): boolean {
  if (one.kind === 'idp' || other.kind === 'idp') return one.kind === other.kind
  return one.serverId === other.serverId && one.accountId === other.accountId
}
