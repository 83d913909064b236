import type { RuleSubject } from '../../../../shared/domain/rule'
import { describeSubject } from '../../../../shared/rules/describeRule'
import { showServers } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'
import { MessageText } from '../../../messages/MessageText'

/** What a rule is about, as the sentence that it is everywhere, with its tool as data and its server as the way to it. */
export function RuleSentence({ subject }: { readonly subject: RuleSubject }) {
  const { serverId } = subject
  const server = serverId !== undefined && (
    <AppLink to="server" className="font-label hover:underline" onGo={() => showServers(serverId)}>
      {serverId}
    </AppLink>
  )
  return <MessageText message={describeSubject(subject)} components={{ tool: <code className="mono" />, ...(server && { server }) }} />
}
