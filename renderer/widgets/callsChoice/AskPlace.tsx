import type { Tool } from '../../../shared/domain/catalog'
import type { ServerConfig } from '../../../shared/domain/server'
import { callsState } from '../../../shared/rules/callsChoice'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Switch } from '../../ui/form/Switch'
import { ErrorNotice } from '../ErrorNotice'
import { useAsyncAction } from '../useAsyncAction'

/**
 * Whether a tool that declares nothing asks in the conversation. Nothing for a tool that says what it does: there its calls decide. Nothing where it does
 * not ask.
 */
export function AskPlace({ server, tool }: { readonly server: ServerConfig; readonly tool: Tool }) {
  const entries = useTopic('rules.list') ?? []
  const { failed, run } = useAsyncAction()
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  if (readOnlyHint !== undefined || destructiveHint !== undefined) return null
  const rules = entries.flatMap((entry) => (entry.kind === 'own' && !entry.ended ? [entry.rule] : []))
  if (callsState(rules, { server, tool }) !== 'ask') return null
  const serverId = server.id
  const isOn = rules.some(
    ({ inConversation, subject, definitionHash }) =>
      inConversation && subject.serverId === serverId && subject.tool === tool.name && definitionHash === tool.hash,
  )
  const set = (inConversation: boolean): void =>
    run(() => callHost('rules.setInConversation', { serverId, tool: tool.name, definitionHash: tool.hash, inConversation }))
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="min-w-0 grow basis-40 font-label">{t('rules.choice.place')}</span>
        <Switch label={t('rules.choice.place')} checked={isOn} onChecked={set} />
      </div>
      <p className="breakable text-12 text-text-3">{t('rules.choice.place.help', { server: serverId })}</p>
      {failed && <ErrorNotice error={failed} role="alert" />}
    </div>
  )
}
