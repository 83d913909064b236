import type { Question } from '../../../shared/domain/question'
import { Text } from '../../i18n/Text'
import { SafeName } from '../../ui/SafeName'
import { requestText } from './describeQuestion'

/** Says in one sentence who asks for what, with the names set apart: "**Files** asks to run `search`". */
export function RequestSentence({ question: { asker, details } }: { readonly question: Question }) {
  const { id, values } = requestText(details)
  const server = (
    <b translate="no" className="font-title">
      {asker.serverId}
    </b>
  )
  if (details.kind !== 'approval') return <Text id={id} values={values} components={{ server }} />
  const tool = (
    <code className="mono">
      <SafeName name={details.tool} />
    </code>
  )
  return <Text id="questions.asks.approvalOf" components={{ server, tool }} />
}
