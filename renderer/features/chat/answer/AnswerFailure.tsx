import type { ReactNode } from 'react'
import type { ChatMessage } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { errorTitle, translateError } from '../../../i18n/translateError'
import { t } from '../../../i18n/t'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { useTopic } from '../../../rpc/useTopic'
import { showSettings } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { StatusIcon } from '../../../ui/StatusIcon'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { ProviderKeyForm } from '../../../widgets/providers/ProviderKeyForm'
import { UnlockButton } from '../../../widgets/UnlockButton'
import { askedAgain } from '../context/askedAgain'
import { beginWithMessage } from '../context/beginWithMessage'
import { SummarizeAndGoOn } from '../summaries/SummarizeAndGoOn'
import { LargestParts } from '../context/LargestParts'
import { FoldedText } from '../FoldedText'
import { askForModel } from '../RegenerateDialog'
import { RetryStatus, StopTrying, useScheduledRetry } from './RetryStatus'
import { retryAnswer } from './retryAnswer'
import { shapeOf, failedAnswerActions, type FailedAnswerAction } from './failedAnswerActions'

export interface AnswerFailureProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** What it answers. Absent where that is not at hand. */
  readonly question: ChatMessage | undefined
  readonly error: AppErrorData
  /** The message is the last one and has ended, so something can be done about it. */
  readonly open: boolean
}

/** Why an answer did not come, or ended early, at its place: what happened, what helps, and the ways on as buttons, the best first. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { conversationId, error, open } = props
  if (error.code !== 'SECRETS_LOCKED') return <Problem {...props} />
  return <ErrorNotice error={error} {...(open && { actions: <UnlockButton onOpened={() => retryAnswer(conversationId)} /> })} />
}

function Problem({ conversationId, message, question, error, open }: AnswerFailureProps) {
  const scheduled = useScheduledRetry(message.id)
  const { hint } = translateError(error)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-3 border border-line bg-raised px-3 py-2.5">
      <span className="flex h-lh items-center">
        <StatusIcon shape={scheduled?.at === undefined ? shapeOf(error) : 'busy'} />
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <div className="breakable">
          <p className="font-label">
            <SafeText own text={errorTitle(error)} />
          </p>
          {hint !== undefined && scheduled?.at === undefined && (
            <p className="text-text-2">
              <SafeText own text={hint} />
            </p>
          )}
          {open && scheduled && <RetryStatus retry={scheduled} />}
        </div>
        {error.said !== undefined && (
          <FoldedText text={error.said}>
            <ServerQuoteLine text={error.said} whole />
          </FoldedText>
        )}
        {open && error.code === 'MODEL_TOO_LONG' && <LargestParts conversationId={conversationId} model={message.model} />}
        {open && (
          <WaysOn
            conversationId={conversationId}
            message={message}
            question={question}
            error={error}
            waiting={scheduled?.at !== undefined}
          />
        )}
      </div>
    </div>
  )
}

interface WaysOnProps extends Pick<AnswerFailureProps, 'conversationId' | 'message' | 'question' | 'error'> {
  /** Parley is going to try by itself. */
  readonly waiting: boolean
}

function WaysOn({ conversationId, message, question, error, waiting }: WaysOnProps) {
  const provider = useTopic('models', ({ providers }) => providers.find(({ id }) => message.model?.startsWith(`${id}/`)))
  const temporary = useTopic('chat.temporary', (list) => list.some(({ id }) => id === conversationId)) ?? true
  const { chosenAccounts, project } = useConversationSummary(conversationId) ?? {}
  // A call that a person made without a model can only run again.
  const ways = failedAnswerActions(error).filter((way) => way === 'retry' || way === 'continue' || message.model !== undefined)
  const buttons: ReactNode[] = ways.flatMap((way): readonly ReactNode[] => {
    switch (way) {
      case 'key':
        return []
      case 'retry':
        return [<Way key={way} onPress={() => retryAnswer(conversationId)} word={t(waiting ? 'chat.tryNow' : 'chat.retry')} />]
      case 'continue':
        return [<Way key={way} onPress={() => retryAnswer(conversationId)} word={t('chat.continue')} />]
      case 'model':
        return [<Way key={way} onPress={() => askForAnother(conversationId, message)} word={t('chat.useAnotherModel')} />]
      case 'summarize':
        return [<SummarizeAndGoOn key={way} conversationId={conversationId} model={message.model} />]
      case 'newChat': {
        const asked = question && askedAgain(question, message)
        if (!asked) return []
        const begin = () => beginWithMessage({ conversationId, asked, model: message.model, chosenAccounts, project, temporary })
        return [<Way key={way} onPress={begin} word={t('chat.newWithMessage')} />]
      }
      default:
        return [<Way key={way} onPress={() => showSettings('models')} word={t('chat.providerSettings')} />]
    }
  })
  // It goes when it is pressed: behind it stands nothing that would then be under the pointer.
  if (waiting && ways.includes('retry')) buttons.push(<StopTrying key="stop" conversationId={conversationId} />)
  if (!takesKey(ways, provider)) return <div className="flex flex-wrap gap-1.5">{buttons}</div>
  return (
    <ProviderKeyForm provider={provider} size="small" save={t('chat.saveAndSendAgain')} onSaved={() => retryAnswer(conversationId)}>
      {buttons}
    </ProviderKeyForm>
  )
}

function takesKey(ways: readonly FailedAnswerAction[], provider: ProviderView | undefined): provider is ProviderView {
  return provider !== undefined && ways.includes('key')
}

function askForAnother(conversationId: ConversationId, message: ChatMessage): void {
  const failed = message.parts.every(({ kind }) => kind === 'notice') ? 'nothing' : 'part'
  askForModel({ conversationId, messageId: message.id, model: message.model, failed })
}

function Way({ word, onPress }: { readonly word: string; readonly onPress: () => void }) {
  return (
    <Button size="small" onClick={onPress}>
      {word}
    </Button>
  )
}
