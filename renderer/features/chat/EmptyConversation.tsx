import { BookOpen, MessageSquare, Plus, SlidersHorizontal, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../shared/domain/chat'
import type { ServerId } from '../../../shared/domain/ids'
import { effectiveSettings, isToolOn } from '../../../shared/domain/projects/effectiveSettings'
import { assertNever } from '../../../shared/lib/assertNever'
import { t } from '../../i18n/t'
import { useCatalogs } from '../../rpc/useCatalogs'
import { useTopic } from '../../rpc/useTopic'
import { openServerForm, showSettings } from '../../state/navigation'
import { insertText } from './composer/insertStore'
import { startSlash } from './composer/slashStore'
import { useProjectInFront } from './conversationSettings/useProjectInFront'
import { starters, type Starter } from './starters'
import { useChosenAccounts } from './useChosenAccounts'

/** An empty conversation. It shows what a person can do here, depending on what is configured, and three sentences to begin with. */
export function EmptyConversation({ conversation }: { readonly conversation?: Conversation }) {
  const catalogs = useCatalogs(useChosenAccounts())
  const servers = useTopic('servers', (list) => list.servers)
  const noServers = servers?.length === 0
  const noModel = useTopic('models', (models) => models.providers.length === 0)
  const tools = catalogs.reduce((sum, { catalog }) => sum + catalog.tools.length, 0)
  const project = useProjectInFront(conversation)
  const { switches } = effectiveSettings(project, conversation ?? { model: 'default', chosenAccounts: {}, settings: {} })
  const isDisabled = (serverId: ServerId, tool: string): boolean =>
    !isToolOn(switches, serverId, tool) || (servers?.find(({ id }) => id === serverId)?.disabledTools.includes(tool) ?? false)
  const sentences = noModel === false ? starters(catalogs, isDisabled).map(sentenceOf) : []
  const prompts = catalogs.reduce((sum, { catalog }) => sum + catalog.prompts.length, 0)
  return (
    // The heading keeps its place when tools arrive: what comes stands below. In a low window, the room above it goes first.
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <div className="min-h-6 basis-[38%]" />
      <section
        aria-labelledby="what-shall-we-do"
        className="mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-6 medium:px-6"
      >
        <h2 id="what-shall-we-do" className="pb-2 text-16 font-title tracking-(--track-title)">
          {t('chat.whatShallWeDo')}
        </h2>
        <ul>
          {sentences.map((sentence) => (
            <Way key={sentence} icon={<MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" />} onGo={() => insertText(sentence)}>
              {sentence}
            </Way>
          ))}
          {noModel && (
            <Way
              icon={<SlidersHorizontal size={15} strokeWidth={1.75} aria-hidden="true" />}
              onGo={() => showSettings('models')}
              note={t('chat.noModelYet')}
            >
              {t('chat.chooseModel')}
            </Way>
          )}
          {noServers && (
            <Way
              icon={<Plus size={15} strokeWidth={1.75} aria-hidden="true" />}
              onGo={() => openServerForm({ kind: 'add' })}
              note={t('chat.noServersYet')}
            >
              {t('chat.addServer')}
            </Way>
          )}
          {tools > 0 && (
            <Way
              icon={<Wrench size={15} strokeWidth={1.75} aria-hidden="true" />}
              onGo={startSlash}
              note={t('chat.toolsOrSlash', { count: tools })}
            >
              {t('chat.runToolYourself')}
            </Way>
          )}
          {prompts > 0 && (
            <Way
              icon={<BookOpen size={15} strokeWidth={1.75} aria-hidden="true" />}
              onGo={startSlash}
              note={t('chat.count.prompts', { count: prompts })}
            >
              {t('chat.startFromPrompt')}
            </Way>
          )}
        </ul>
      </section>
    </div>
  )
}

/** The person sends it as their own words, so the names stand in it as plain text. */
function sentenceOf(starter: Starter): string {
  switch (starter.kind) {
    case 'explore':
      return t('chat.starter.explore', { server: starter.serverId })
    case 'run':
      return t('chat.starter.run', { tool: starter.tool, server: starter.serverId })
    case 'askMe':
      return t('chat.starter.askMe', { tool: starter.tool, server: starter.serverId })
    default:
      return assertNever(starter)
  }
}

interface WayProps {
  readonly icon: ReactNode
  readonly note?: string
  readonly onGo: () => void
  readonly children: string
}

function Way({ icon, note, onGo, children }: WayProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onGo}
        className="flex min-h-row w-full items-center gap-2.5 py-1 rounded-2 px-2 text-start -outline-offset-2 hover:bg-hover"
      >
        <span className="text-text-3">{icon}</span>
        <span className="breakable grow">{children}</span>
        {note !== undefined && <span className="shrink-0 text-12 text-text-3">{note}</span>}
      </button>
    </li>
  )
}
