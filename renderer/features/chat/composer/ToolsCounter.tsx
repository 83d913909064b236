import { Server } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { Conversation } from '../../../../shared/domain/chat'
import { ServerId } from '../../../../shared/domain/ids'
import type { ToolsForModel } from '../../../../shared/domain/model'
import { useHostQuery } from '../../../rpc/useCall'
import { useTopic } from '../../../rpc/useTopic'
import { accountName } from '../../../widgets/accountName'
import { SafeName } from '../../../ui/SafeName'
import { formatCount } from '../../../ui/format/relativeTime'
import { showServers } from '../../../state/navigation'
import { AccountChooser, useAccountChoices } from '../AccountChooser'

/** "2 servers · 18 tools": what the next request to the model carries, which tools those are, and as whom they are called. */
export function ToolsCounter({ conversation }: { readonly conversation: Conversation | undefined }) {
  const versions = useTopic('servers.catalogVersions')
  const servers = useTopic('servers')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const { data } = useHostQuery(
    'chat.toolsForModel',
    { conversationId: conversation?.id },
    { version: [versions, servers, ready, conversation?.chosenAccounts] },
  )
  const choices = useAccountChoices(conversation)
  const others = choices.flatMap(({ chosen }) => (chosen.isDefault ? [] : [accountName(chosen)]))
  if (!data) return null
  return (
    <Popover.Root>
      <Popover.Trigger className="num flex h-control items-center gap-1.5 rounded-2 px-2 font-label whitespace-nowrap text-text-2 hover:bg-hover">
        <Server size={15} strokeWidth={1.75} aria-hidden="true" />
        {formatCount(data.servers.length, 'server')}
        <span className="font-text text-text-3 max-medium:hidden">· {toolWords(data)}</span>
        {others.length > 0 && <span className="cut max-w-40 font-text text-text-2 max-medium:hidden">· as {others.join(', ')}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Tools that the model gets"
          className="fading z-(--z-popover) max-h-96 w-80 overflow-y-auto rounded-3 bg-raised p-3 shadow-menu outline-none"
        >
          <AccountChooser conversation={conversation} choices={choices} />
          <p className="text-12 text-text-2">
            {data.count === 0 ? 'The model gets no tools.' : `The model gets ${formatCount(data.count, 'tool')}.`}
            {data.leftOut > 0 &&
              ` ${data.leftOut.toLocaleString('en')} more ${data.leftOut === 1 ? 'does' : 'do'} not fit: at most ${data.limit} go to a model. Switch some off under Servers.`}
          </p>
          {data.servers.map(({ serverId, tools }) => (
            <section key={serverId} className="pt-2.5">
              <button
                type="button"
                className="flex w-full items-baseline gap-2 text-left font-label hover:underline"
                onClick={() => showServers(ServerId.parse(serverId))}
              >
                <span className="cut grow">{serverId}</span>
                <span className="num text-12 font-text text-text-3">{formatCount(tools.length, 'tool')}</span>
              </button>
              <ul className="mono breakable text-12 leading-5 text-text-2">
                {tools.map((tool) => (
                  <li key={tool}>
                    <SafeName name={tool} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Pure: how many tools the model gets; and of how many, where not all fit. */
function toolWords({ count, leftOut }: ToolsForModel): string {
  return leftOut === 0 ? formatCount(count, 'tool') : `${count.toLocaleString('en')} of ${formatCount(count + leftOut, 'tool')}`
}
