import type { Asker as AskerOf } from '../../../shared/domain/question'
import type { ConversationId } from '../../../shared/domain/ids'
import type { Launch, StdioLaunch } from '../../../shared/domain/server'
import { Text } from '../../messages/Text'
import { t } from '../../messages/t'
import { useTopic } from '../../rpc/useTopic'
import { Fact } from '../../ui/Facts'
import { SafeText } from '../../ui/SafeText'
import { accountLabel } from '../../widgets/accountName'
import { CallTools } from './CallTools'
import { useCallsOf } from './useCallsOf'

export interface AskerProps {
  readonly asker: AskerOf
  readonly during?: boolean
  /** The label of the account, where the server has several. */
  readonly account?: string | undefined
}

/** Who asks: the server by the user's name for it and as whom, where it runs, and during which call, as far as that can be known. */
export function Asker({ asker, during = true, account }: AskerProps) {
  const launch = useTopic('servers', (list) => list.servers.find(({ id }) => id === asker.serverId)?.launch)
  return (
    <>
      <Fact>
        <span translate="no" className="font-label text-text">
          {asker.serverId}
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
      {launch && (
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
  const calls = useCallsOf(conversationId, callIds)
  const [first] = calls
  if (!first) return null
  return (
    <Fact>
      {calls.length === 1 ? (
        <Text id="questions.duringSince" values={{ at: first.startedAt }} components={{ tools: <CallTools calls={calls} /> }} />
      ) : (
        <Text id="questions.duringOneOf" components={{ tools: <CallTools calls={calls} /> }} />
      )}
    </Fact>
  )
}

/** Pure: how a server is reached, in one line. Whole: this stands in questions. */
export function describeLaunch(launch: Launch): string {
  return launch.kind === 'stdio' ? quotedParts(launch).join(' ') : hostOf(launch.url)
}

/** Pure: a command and each of its arguments, so that one can be told from the next. */
export function quotedParts({ command, args }: StdioLaunch): readonly string[] {
  return [command, ...args].map(quoted)
}

function quoted(part: string): string {
  return part === '' || /[\s"']/.test(part) ? JSON.stringify(part) : part
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
