import { Server } from 'lucide-react'
import { Popover } from 'radix-ui'
import { t, translator } from '../../../i18n/t'
import type { Conversation } from '../../../../shared/domain/chat'
import { serverIdOf } from '../../../../shared/domain/idText'
import type { ToolsForModel } from '../../../../shared/domain/models/modelProvider'
import { accountName } from '../../../widgets/accountName'
import { SafeName } from '../../../ui/SafeName'
import { showServers } from '../../../state/navigation'
import { AccountChooser, useAccountChoices } from '../AccountChooser'
import { useToolsForModel } from './useToolsForModel'

/** So many of a server are named. Its page has all. */
const TOOLS_NAMED = 100

/**
 * "2 servers · 18 tools": what the next request to the model contains. Opened, it lists the tools and the accounts that their calls use.
 */
export function ToolsCounter({ conversation }: { readonly conversation: Conversation | undefined }) {
  const data = useToolsForModel(conversation)
  const choices = useAccountChoices(conversation)
  const others = choices.flatMap(({ chosen }) => (chosen.isDefault ? [] : [accountName(chosen)]))
  if (!data) return null
  return (
    <Popover.Root>
      <Popover.Trigger className="num flex h-control min-w-0 items-center gap-1.5 rounded-2 px-2 font-label whitespace-nowrap text-text-2 hover:bg-hover">
        <Server size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <span className="shrink-0">{t('chat.count.servers', { count: data.servers.length })}</span>
        <span className="cut font-text text-text-3 max-medium:hidden">· {describeTools(data)}</span>
        {others.length > 0 && (
          <span className="cut max-w-40 font-text text-text-2 max-medium:hidden">
            {t('chat.asAccounts', { accounts: translator().list(others, 'unit') })}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('chat.toolsForModel')}
          className="fading z-(--z-popover) w-80 overflow-hidden rounded-3 bg-raised shadow-menu outline-none"
        >
          <div className="scroll-end max-h-96 overflow-y-auto p-3">
            <AccountChooser conversation={conversation} choices={choices} />
            <p className="text-12 text-text-2">{explainTools(data)}</p>
            <UntoldTools tools={data.untold ?? []} />
            {data.servers.map(({ serverId, tools }) => (
              <section key={serverId} className="pt-2.5">
                <button
                  type="button"
                  className="flex w-full items-baseline gap-2 text-start font-label hover:underline"
                  onClick={() => showServers(serverIdOf(serverId))}
                >
                  <span translate="no" className="cut grow">
                    <SafeName name={serverId} />
                  </span>
                  <span className="num text-12 font-text text-text-3">{t('chat.count.tools', { count: tools.length })}</span>
                </button>
                <ul translate="no" className="mono breakable text-12 leading-5 text-text-2">
                  {tools.slice(0, TOOLS_NAMED).map((tool) => (
                    <li key={tool}>
                      <SafeName name={tool} />
                    </li>
                  ))}
                </ul>
                {tools.length > TOOLS_NAMED && (
                  <p className="text-12 text-text-3">{t('chat.moreTools', { count: tools.length - TOOLS_NAMED })}</p>
                )}
              </section>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Names the tools that no model gets. A tool of a name that several servers have is told by its server. */
function UntoldTools({ tools }: { readonly tools: NonNullable<ToolsForModel['untold']> }) {
  if (tools.length === 0) return null
  return (
    <section className="pt-2.5">
      <p className="text-12 text-text-2">{t('chat.untoldTools', { count: tools.length })}</p>
      <ul translate="no" className="mono breakable text-12 leading-5 text-text-2">
        {tools.slice(0, TOOLS_NAMED).map(({ serverId, tool }) => (
          <li key={`${serverId}/${tool}`}>
            <SafeName name={serverId} />/<SafeName name={tool} />
          </li>
        ))}
      </ul>
      {tools.length > TOOLS_NAMED && <p className="text-12 text-text-3">{t('chat.moreTools', { count: tools.length - TOOLS_NAMED })}</p>}
    </section>
  )
}

/** Pure: says which of the tools that are on the model gets, and why not all. */
function explainTools({ count, leftOut, limit, searched }: ToolsForModel): string {
  if (limit === 0) return t('chat.modelCallsNone')
  const gets = t(searched ? 'chat.modelSearches' : 'chat.modelGets', { count })
  return leftOut > 0 ? `${gets} ${t('chat.leftOut', { count: leftOut, limit })}` : gets
}

/** Pure: returns how many tools the model gets, and of how many when not all of them fit, or among how many it searches. */
function describeTools({ count, leftOut, searched, untold = [] }: ToolsForModel): string {
  if (searched) return t('chat.toolsSearched', { count })
  const total = count + leftOut + untold.length
  return total === count ? t('chat.count.tools', { count }) : t('chat.toolsOf', { count, total })
}
