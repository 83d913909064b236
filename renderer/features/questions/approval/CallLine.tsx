import { useId, type ReactNode } from 'react'
import { cutName } from '../../../../shared/i18n/cutName'
import { plainName } from '../../../../shared/lib/confusableNames'
import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Text } from '../../../i18n/Text'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { LetterTile } from '../../../ui/LetterTile'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { StatusLabel } from '../../../ui/StatusLabel'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import { accountLabel } from '../../../widgets/accountName'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { CardArgumentLine } from '../card/CardArguments'
import type { CardLine } from '../card/useCardLines'
import { UnsaidClaims } from './ClaimNotes'
import { ToolClaims } from './ToolClaims'

export interface CallLineProps {
  readonly line: CardLine
  readonly arming: boolean
  /** Its reason is not the one that is said for all. */
  readonly saysWhy: boolean
  /** An answer is being sent. */
  readonly busy: boolean
  /** Denies this call alone. Rejects where the host does not take that. */
  readonly deny: () => Promise<void>
  /** What else there is to say of the call. */
  readonly children?: ReactNode
  /** What else can be done with it. `describedBy` is the id of what tells its call from another one of the same tool. */
  readonly beside?: (describedBy: string) => ReactNode
}

/** One call of several that are asked about at once: its server, what it would do, its whole arguments, and its own Deny. */
export function CallLine({ line: { question, denied }, arming, saysWhy, busy, deny, children, beside }: CallLineProps) {
  const { asker, details } = question
  const denying = useAsyncAction()
  const callId = useId()
  return (
    <li
      {...(!denied && mustSee(t('approvals.card.calls')))}
      className={classNames('flex items-start gap-2 border-line px-3 py-[0.4375rem] not-first:border-t', denied && 'text-text-3')}
    >
      <span className="pt-0.5">
        <LetterTile name={asker.serverId} size={16} />
      </span>
      <div id={callId} className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
          <span translate="no" className="breakable font-label">
            <SafeName name={asker.serverId} />
            <span className="mx-1 font-text text-text-3">/</span>
            <span className="mono">
              <SafeName name={details.tool} />
            </span>
          </span>
          {details.account !== undefined && (
            <span className="text-12 text-text-2">
              <Text id="questions.as" components={{ account: <SafeText text={accountLabel(details.account)} /> }} />
            </span>
          )}
          <ToolClaims annotations={details.annotations ?? {}} size="small" />
        </div>
        {Object.keys(details.arguments).length > 0 && <CardArgumentLine args={details.arguments} quiet={denied} />}
        {!denied && <UnsaidClaims annotations={details.annotations ?? {}} brief />}
        {!denied && children}
        {saysWhy && (
          <p className="breakable text-12 text-text-2">
            <MessageText message={{ id: 'approvals.sentence', params: { reason: details.why } }} />
          </p>
        )}
        {denying.failed && !denied && (
          <p role="alert" className="text-12 text-danger-text">
            {t('approvals.card.notTaken')}
          </p>
        )}
      </div>
      <span className="flex min-h-6 shrink-0 items-center gap-1 self-center">
        {denied ? (
          <StatusLabel shape="denied" word={t('chat.call.deniedByYou')} />
        ) : (
          <>
            {beside?.(callId)}
            <Button
              size="small"
              data-line-answer
              arming={arming}
              disabled={busy || denying.busy}
              aria-describedby={callId}
              aria-label={t('approvals.card.denyOne', { tool: cutName(plainName(details.tool)) })}
              onClick={() => denying.run(deny)}
            >
              {t('approvals.deny')}
            </Button>
          </>
        )}
      </span>
    </li>
  )
}
