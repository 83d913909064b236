import type { ReactNode } from 'react'
import { ServerText } from '../../../i18n/ServerText'
import type { SignInDetails } from '../../../../shared/domain/question'
import type { Account } from '../../../../shared/domain/account'
import { t } from '../../../i18n/t'
import { useAccounts } from '../../../rpc/useAccounts'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { openQuestion, showServers } from '../../../state/navigation'
import { accountLabel, accountName } from '../../../widgets/accountName'
import { Fact } from '../../../ui/Facts'
import { Button } from '../../../ui/Button'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { ServerQuote } from '../../../ui/ServerQuote'
import { useNow } from '../../../ui/hooks/useNow'
import { QuestionAsker } from '../QuestionAsker'
import type { CardProps } from '../cardProps'
import { SignInLayout } from './SignInLayout'
import { describeSignInReason } from './describeSignIn'
import { StopServerRow } from '../StopServerRow'
import { useAnswer } from '../useAnswer'

/** "Sign in to SERVER?", asked by a server during a call or on its own. It ends by itself when the sign-in is done. */
export function SignInCard({ details, question, ...place }: CardProps<SignInDetails>) {
  const { asker } = question
  const now = useNow(true, 60_000)
  const answering = useAnswer(question)
  const conversation = useConversationSummary(asker.conversationId)?.title
  const account = useAccounts(asker.serverId)?.find(({ accountId }) => accountId === details.accountId)
  return (
    <SignInLayout
      {...place}
      {...(conversation && { conversation })}
      target={{ kind: 'server', serverId: asker.serverId, accountId: details.accountId }}
      questionId={question.id}
      name={asker.serverId}
      who={
        <>
          <QuestionAsker asker={asker} during={asker.callIds.length > 0} />
          <Fact>{describeSignInReason(details.why, account?.expires, now)}</Fact>
        </>
      }
      said={
        details.said !== undefined && (
          <LabelledRow label={t('signIn.itsWords')}>
            <ServerQuote by={asker.serverId} text={details.said} />
          </LabelledRow>
        )
      }
      as={<As account={account} label={details.label} onOther={() => leaveFor(question.asker.serverId, place.onLater)} />}
      refuse={{
        note: describeRefusal(details, asker.serverId, asker.callIds.length),
        busy: answering.busy,
        failed: answering.failed,
        onNotNow: () => answering.give({ kind: 'signIn', action: 'notNow' }),
      }}
      onDone={() => openQuestion(undefined)}
    >
      <StopServerRow question={question} />
    </SignInLayout>
  )
}

function As({ account, label, onOther }: { readonly account: Account | undefined; readonly label: string; readonly onOther: () => void }) {
  return (
    <LabelledRow label={t('signIn.as')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span translate="no" className="breakable font-label">
          {account ? accountName(account) : accountLabel(label)}
        </span>
        <Button look="bare" size="small" onClick={onOther}>
          {t('signIn.otherAccounts')}
        </Button>
      </div>
    </LabelledRow>
  )
}

function leaveFor(serverId: Parameters<typeof showServers>[0], onLater: () => void): void {
  onLater()
  showServers(serverId, 'account')
}

function describeRefusal({ why }: SignInDetails, server: string, calls: number): ReactNode {
  if (calls > 0) return t('signIn.callsEnd', { count: calls })
  return <ServerText id={why === 'moreRights' ? 'signIn.keepsRights' : 'signIn.staysOff'} server={server} />
}
