import type { RuleSubject } from '../../../../shared/domain/rule'
import { showServers } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'
import { SafeText } from '../../../ui/SafeText'

/** What a rule is about, as the sentence that it is everywhere, with its tool as data and its server as the way to it. */
export function RuleSentence({ words, subject: { serverId, tool } }: { readonly words: string; readonly subject: RuleSubject }) {
  const named = tool !== undefined && words.startsWith(tool) ? tool : ''
  const rest = words.slice(named.length)
  const at = serverId === undefined ? -1 : rest.indexOf(` of ${serverId}`)
  return (
    <>
      {named !== '' && (
        <code className="mono">
          <SafeText text={named} />
        </code>
      )}
      {serverId === undefined || at < 0 ? (
        <SafeText text={rest} />
      ) : (
        <>
          <SafeText text={`${rest.slice(0, at)} of `} />
          <AppLink to="server" className="font-label hover:underline" onGo={() => showServers(serverId)}>
            {serverId}
          </AppLink>
          <SafeText text={rest.slice(at + ` of ${serverId}`.length)} />
        </>
      )}
    </>
  )
}
