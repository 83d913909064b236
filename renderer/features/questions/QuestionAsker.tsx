import type { Asker as AskerOf } from '../../../shared/domain/question'
import type { ConversationId } from '../../../shared/domain/ids'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Fact } from '../../ui/Facts'
import { SafeText } from '../../ui/SafeText'
import { accountLabel } from '../../widgets/accountName'
import { describeLaunch } from '../../widgets/launch/describeLaunch'
import { CallToolNames } from './CallToolNames'
import { useQuestionCalls } from './useQuestionCalls'
import { SafeName } from '../../ui/SafeName'

export interface QuestionAskerProps {
  readonly asker: AskerOf
  readonly during?: boolean
  /** The label of the account, when the server has several. */
  readonly account?: string | undefined
  /** Leaves out the command of a server on this computer, which can be long. */
  readonly brief?: boolean
}

/** Says who asks: the server under the user's name for it, the account, where the server runs, and the call, if known. */
export function QuestionAsker({ asker, during = true, account, brief = false }: QuestionAskerProps) {
  const launch = useTopic('servers', (list) => list.servers.find(({ id }) => id === asker.serverId)?.launch)
  return (
    <>
      <Fact>
        <span translate="no" className="font-label text-text">
          <SafeName name={asker.serverId} />
        </span>
        {account !== undefined && (
          <>
            {' '}
            <Text
              id="questions.as"
              components={{
                account: (
                  <span className="font-label text-text">
                    <SafeText text={accountLabel(account)} />
                  </span>
                ),
              }}
            />
          </>
        )}
      </Fact>
      {launch && !(brief && launch.kind === 'stdio') && (
        <Fact>
          <span className="mono">
            <SafeText text={describeLaunch(launch)} />
          </span>
        </Fact>
      )}
      {during && asker.callIds.length === 0 && <Fact>{t('questions.outsideOfCalls')}</Fact>}
      {during && asker.callIds.length > 0 && asker.conversationId !== undefined && (
        <During conversationId={asker.conversationId} callIds={asker.callIds} />
      )}
    </>
  )
}

function During({ conversationId, callIds }: { readonly conversationId: ConversationId; readonly callIds: AskerOf['callIds'] }) {
  const calls = useQuestionCalls(conversationId, callIds)
  const [first] = calls
  if (!first) return null
  return (
    <Fact>
      {calls.length === 1 ? (
        <Text id="questions.duringSince" values={{ at: first.startedAt }} components={{ tools: <CallToolNames calls={calls} /> }} />
      ) : (
        <Text id="questions.duringOneOf" components={{ tools: <CallToolNames calls={calls} /> }} />
      )}
    </Fact>
  )
}
