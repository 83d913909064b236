import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignInTarget } from '../../../../shared/domain/account'
import type { QuestionId } from '../../../../shared/domain/ids'
import type { AppError } from '../../../../shared/errors/appError'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useUnlocking } from '../../../rpc/retryAfterUnlock'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { preventEnterActivation } from '../../../ui/preventEnterActivation'
import { QuestionDialogLayout, type QuestionDialogLayoutProps } from '../QuestionDialogLayout'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { Skeleton } from '../../../ui/Skeleton'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { SignInDone } from './SignInDone'
import { SignInFailure } from './SignInFailure'
import { SignInAddress, SignInIssuer, SignInScopes, SignInWhatHappens } from './SignInPlanRows'
import { SignInWaiting } from './SignInWaiting'
import { describeWarning } from './describeSignIn'
import { useAnswerKeys } from '../useAnswerKeys'
import { useSignInAttempt, type SignIn } from './useSignInAttempt'
import { translateError } from '../../../i18n/translateError'

export interface SignInLayoutProps extends Pick<QuestionDialogLayoutProps, 'conversation' | 'waiting' | 'onPrevious' | 'onNext'> {
  readonly onLater: () => void
  readonly target: SignInTarget
  /** What the person signs in to, under the user's name for it. */
  readonly name: string
  readonly who: ReactNode
  readonly questionId?: QuestionId
  /** Rows with the server's words, above the plan. */
  readonly said?: ReactNode
  /** The row that shows or asks for the account. */
  readonly as?: ReactNode
  readonly refuse: {
    readonly note: ReactNode
    readonly busy?: boolean
    readonly failed?: AppError | undefined
    readonly onNotNow: () => void
  }
  readonly onDone: () => void
  /** Rows after all others. */
  readonly children?: ReactNode
}

/** "Sign in to SERVER?": shows who asks, the whole address, the requested rights and what happens. Then it waits for the browser. */
export function SignInLayout(props: SignInLayoutProps) {
  const { target, name, who, questionId, refuse, onDone, children, conversation, waiting, onPrevious, onNext, onLater } = props
  const signIn = useSignInAttempt(target, questionId)
  const { now } = signIn
  const starting = useAsyncAction()
  const unlocking = useUnlocking()
  useAnswerKeys()
  const failed = starting.failed ?? refuse.failed
  const content = now.step === 'planned' ? now.plan.attempt : now.step
  return (
    <QuestionDialogLayout
      waiting={waiting}
      {...(now.step === 'done' ? { onEscape: onDone } : { onLater })}
      {...(conversation !== undefined && { conversation })}
      {...(onPrevious && { onPrevious })}
      {...(onNext && { onNext })}
      aside={unlocking}
      contentKey={`${questionId ?? 'signIn'} ${content}`}
      kind={t('questions.kind.signIn')}
      subject={name}
      server={name}
      title={now.step === 'done' ? t('signIn.doneTitle', { name }) : t('signIn.title', { name })}
      who={who}
      foot={(arming, unseen) => (
        <Foot signIn={signIn} starting={starting} refuse={refuse} arming={arming} unseen={unseen} onDone={onDone} />
      )}
    >
      {failed && (
        <LabelledRow>
          <ErrorNotice
            error={failed}
            role="alert"
            actions={
              starting.failed && (
                <Button size="small" onClick={() => signIn.prepare()}>
                  {t('signIn.retry')}
                </Button>
              )
            }
          />
        </LabelledRow>
      )}
      <Body {...props} signIn={signIn} />
      {children}
    </QuestionDialogLayout>
  )
}

function Body({ target, name, said, as, onDone, onLater, signIn }: SignInLayoutProps & { readonly signIn: SignIn }) {
  const { now, prepare } = signIn
  switch (now.step) {
    case 'preparing':
      return (
        <>
          {as}
          <Skeleton label={t('signIn.asking', { name })} rows={4} />
        </>
      )
    case 'failed':
      return (
        <>
          <SignInFailure error={now.error} serverId={target.kind === 'server' ? target.serverId : undefined} onLeave={onLater} />
          {as}
        </>
      )
    case 'waiting':
      return <SignInWaiting attempt={now.attempt} host={now.plan?.host} />
    case 'done':
      return <SignInDone onClose={onDone} />
    case 'planned':
      return (
        <>
          <SignInAddress plan={now.plan} />
          {now.plan.because !== undefined && (
            <LabelledRow label={t('signIn.whyNow')}>
              <SafeText text={translateError(now.plan.because).message} />
            </LabelledRow>
          )}
          {said}
          <SignInScopes plan={now.plan} name={name} />
          {as}
          <SignInIssuer plan={now.plan} onIssuer={(issuer) => prepare({ issuer })} />
          <SignInWhatHappens plan={now.plan} />
        </>
      )
    default:
      return assertNever(now)
  }
}

interface FootProps {
  readonly signIn: SignIn
  readonly starting: ReturnType<typeof useAsyncAction>
  readonly refuse: SignInLayoutProps['refuse']
  readonly arming: boolean
  readonly unseen: string | undefined
  readonly onDone: () => void
}

function Foot({ signIn, starting, refuse, arming, unseen, onDone }: FootProps) {
  const { now } = signIn
  if (now.step === 'done') {
    return (
      <>
        <span className="grow" />
        <Button size="action" onClick={onDone}>
          {t('questions.close')}
        </Button>
      </>
    )
  }
  if (now.step === 'waiting') {
    const { id } = now.attempt
    return (
      <FootRow
        left={
          <Button
            size="action"
            data-answer="refuse"
            arming={arming}
            onClick={() => starting.run(() => callHost('accounts.cancel', { attempt: id }))}
          >
            {t('questions.cancel')}
          </Button>
        }
        note={t('signIn.nothingThen')}
        right={
          <Button size="action" arming={arming} onKeyDown={preventEnterActivation} onClick={() => starting.run(() => signIn.openAgain(id))}>
            {t('questions.openAgain')}
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    )
  }
  const notNow = (
    <Button size="action" data-answer="refuse" arming={arming} disabled={refuse.busy === true} onClick={refuse.onNotNow}>
      {t('questions.notNow')}
    </Button>
  )
  if (now.step === 'failed') {
    return (
      <FootRow
        left={notNow}
        note={refuse.note}
        right={
          <>
            {now.error.remedy === 'withoutPkce' && (
              <Button
                size="action"
                look="danger"
                arming={arming}
                onKeyDown={preventEnterActivation}
                onClick={() => signIn.prepare({ withoutPkce: true })}
              >
                {t('signIn.goOnWithout')}
              </Button>
            )}
            <Button size="action" arming={arming} onClick={() => signIn.prepare()}>
              {t('signIn.retry')}
            </Button>
          </>
        }
      />
    )
  }
  const plan = now.step === 'planned' ? now.plan : undefined
  const risky = plan?.warnings.some((warning) => describeWarning(warning, plan).grave) ?? false
  return (
    <FootRow
      left={notNow}
      note={unseen === undefined ? refuse.note : t('signIn.scrollFirst', { unseen })}
      right={
        <Button
          size="action"
          data-answer="allow"
          look={risky ? 'danger' : 'ink'}
          arming={arming && plan !== undefined}
          busy={starting.busy}
          disabled={plan === undefined || refuse.busy === true || unseen !== undefined}
          onKeyDown={preventEnterActivation}
          onClick={() => plan && starting.run(() => signIn.begin(plan))}
        >
          {t('questions.verb.signIn')}
          <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      }
    />
  )
}

function FootRow({ left, note, right }: { readonly left: ReactNode; readonly note: ReactNode; readonly right: ReactNode }) {
  return (
    <div className="flex w-full flex-wrap-reverse items-center gap-2">
      <div className="flex min-w-min grow items-center gap-2 max-medium:min-w-full max-medium:flex-wrap medium:flex-1">
        {left}
        <span className="min-w-40 grow basis-40 px-2 text-12 text-text-3">{note}</span>
      </div>
      <div className="ms-auto flex max-w-full flex-wrap items-center justify-end gap-2">{right}</div>
    </div>
  )
}
