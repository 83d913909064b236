import { BookOpen, Plus, SlidersHorizontal, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t'
import { useCatalogs } from '../../rpc/useCatalogs'
import { useTopic } from '../../rpc/useTopic'
import { openServerForm, showSettings } from '../../state/navigation'
import { startSlash } from './composer/slashStore'
import { useChosenAccounts } from './useChosenAccounts'

/** An empty conversation. It shows what a person can do here, depending on what is configured. */
export function EmptyConversation() {
  const catalogs = useCatalogs(useChosenAccounts())
  const noServers = useTopic('servers', (list) => list.servers.length === 0)
  const noModel = useTopic('models', (models) => models.providers.length === 0)
  const tools = catalogs.reduce((sum, { catalog }) => sum + catalog.tools.length, 0)
  const prompts = catalogs.reduce((sum, { catalog }) => sum + catalog.prompts.length, 0)
  return (
    <div className="flex min-h-0 grow items-end overflow-y-auto">
      <section aria-labelledby="what-shall-we-do" className="mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] px-4 pb-6 medium:px-6">
        <h2 id="what-shall-we-do" className="pb-2 text-16 font-title tracking-(--track-title)">
          {t('chat.whatShallWeDo')}
        </h2>
        <ul>
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

interface WayProps {
  readonly icon: ReactNode
  readonly note: string
  readonly onGo: () => void
  readonly children: string
}

function Way({ icon, note, onGo, children }: WayProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onGo}
        className="flex h-row w-full items-center gap-2.5 rounded-2 px-2 text-start -outline-offset-2 hover:bg-hover"
      >
        <span className="text-text-3">{icon}</span>
        <span className="grow">{children}</span>
        <span className="text-12 text-text-3">{note}</span>
      </button>
    </li>
  )
}
