import { isAppTool, nameInApp } from '../../../shared/domain/apps/appTool'
import type { Question } from '../../../shared/domain/question'
import { MessageText } from '../../i18n/MessageText'
import { Text } from '../../i18n/Text'
import { QuotedName } from '../../ui/QuotedName'
import { requestText, whoWants } from './describeQuestion'
import { SafeName } from '../../ui/SafeName'

/**
 * Says in one sentence who asks for what, with the names set apart: "**Files** asks for information", "llama3 wants to run `search` of **Files**",
 * "The app of **Files** asks to call `search`".
 */
export function RequestSentence({ question: { asker, details } }: { readonly question: Question }) {
  const { id, values } = requestText(details)
  const server = (
    <b translate="no" className="font-title">
      <SafeName name={asker.serverId} />
    </b>
  )
  if (details.kind !== 'approval') return <Text id={id} values={values} components={{ server }} />
  const tool = <QuotedName name={nameInApp(details.tool)} />
  if (details.byApp) return <Text id="questions.asks.approvalOfByApp" components={{ server, tool }} />
  const wants = whoWants(details)
  const model =
    typeof wants === 'string' ? (
      <b translate="no" className="font-label">
        <bdi>{wants}</bdi>
      </b>
    ) : (
      <MessageText message={wants} />
    )
  return (
    <Text
      id={isAppTool(details.tool) ? 'questions.asks.approvalOfAppTool' : 'questions.asks.approvalOf'}
      components={{ model, server, tool }}
    />
  )
}
