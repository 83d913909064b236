import { ArrowRight, BookOpen, MessageSquare, Wrench } from 'lucide-react'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t'
import { useCatalogs } from '../../rpc/useCatalogs'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion, openSearch, showChat, showServers, startPick } from '../../state/navigation'
import { Kbd } from '../../ui/Kbd'
import { connectionStatus } from '../../../shared/domain/connectionState'
import type { QuestionDetails } from '../../../shared/domain/question'
import type { MessageId } from '../../../shared/i18n/message'
import { compositeKey } from '../../../shared/lib/compositeKey'
import { ProjectName } from '../../widgets/conversations/ProjectName'
import { useProjectNames } from '../../widgets/conversations/useProjectNames'
import { connectionStatusShape } from '../../widgets/connectionStatusShape'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { StatusIcon } from '../../ui/StatusIcon'
import { useNow } from '../../ui/hooks/useNow'
import { formatAge } from '../../ui/format/formatTime'
import { paletteGroups, type PaletteGroup, type PaletteItem } from './searchPaletteItems'
import { usePaletteActions } from './usePaletteActions'

export interface PaletteResultsProps {
  readonly query: string
  /** Called before what was chosen is opened or run. */
  readonly onClose: () => void
}

/** What the palette finds for a query. */
export function PaletteResults({ query, onClose }: PaletteResultsProps) {
  const groups = usePaletteGroups(query)
  const now = useNow()
  return (
    <Command.List label={t('commandPalette.found')} className="max-h-[min(25rem,60vh)] overflow-y-auto p-1.5">
      <Command.Empty className="px-2 py-6 text-center text-text-2">{t('commandPalette.nothingMatches', { query })}</Command.Empty>
      {groups.map((group) => (
        <Command.Group
          key={group.heading}
          heading={headingOf(group)}
          className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:font-label [&_[cmdk-group-heading]]:text-text-3"
        >
          {group.items.map((item) => (
            <Command.Item
              key={keyOf(item)}
              value={keyOf(item)}
              onSelect={() => {
                onClose()
                choose(item)
              }}
              className="flex h-[2.125rem] items-center gap-2.5 rounded-2 px-2 data-[selected=true]:bg-accent-soft"
            >
              <ItemView item={item} now={now} />
            </Command.Item>
          ))}
        </Command.Group>
      ))}
    </Command.List>
  )
}

function usePaletteGroups(query: string) {
  const questions = useTopic('questions', (all) => all.open) ?? []
  const servers = useTopic('servers', (list) => list.servers) ?? []
  const states = useTopic('connections.states') ?? {}
  const conversations = useTopic('chat.conversations') ?? []
  const projectOf = useProjectNames()
  const catalogs = useCatalogs()
  const actions = usePaletteActions()
  const words = query.trim()
  const found = paletteGroups(
    {
      questions,
      servers,
      states,
      conversations,
      projectOf,
      catalogs,
      actions,
      asks: ({ details }) => t(asksText(details)),
    },
    query,
  )
  if (words === '') return found
  const search: PaletteItem = { kind: 'action', label: t('commandPalette.searchFor', { query: words }), run: () => openSearch(words) }
  return [...found, { heading: t('commandPalette.inConversations'), items: [search], found: 1 }]
}

/** Says when there is more than is shown, so that nobody takes the first servers for all that have a tool of this name. */
function headingOf({ heading, items, found }: PaletteGroup): string {
  return found > items.length ? t('commandPalette.firstOf', { heading, shown: items.length, found }) : heading
}

function keyOf(item: PaletteItem): string {
  switch (item.kind) {
    case 'question':
    case 'conversation':
    case 'server':
      return compositeKey(item.kind, item.id)
    case 'tool':
    case 'prompt':
      return compositeKey(item.kind, item.server, item.name)
    case 'action':
      return compositeKey('action', item.label)
  }
}

function choose(item: PaletteItem): void {
  switch (item.kind) {
    case 'question':
      return openQuestion(item.id)
    case 'conversation':
      return showChat(item.id)
    case 'server':
      return showServers(item.id)
    case 'tool':
    case 'prompt':
      return startPick({ kind: item.kind, serverId: item.server, name: item.name })
    case 'action':
      return item.run()
  }
}

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-text-3' } as const

function ItemView({ item, now }: { readonly item: PaletteItem; readonly now: number }) {
  switch (item.kind) {
    case 'question':
      return <Line mark={<StatusIcon shape="ask" />} name={item.server} note={item.label} />
    case 'conversation':
      return (
        <Line
          mark={<MessageSquare {...icon} />}
          name={item.title || t('commandPalette.newChat')}
          project={item.project}
          end={formatAge(item.updated, now)}
        />
      )
    case 'server':
      return (
        <Line
          mark={<StatusIcon shape={connectionStatusShape[item.phase ? connectionStatus(item.phase) : 'stopped']} />}
          name={item.id}
          note={item.note}
        />
      )
    case 'tool':
    case 'prompt':
      return (
        <>
          {item.kind === 'tool' ? <Wrench {...icon} /> : <BookOpen {...icon} />}
          <span translate="no" className="mono shrink-0">
            <SafeText text={item.name} />
          </span>
          <span className="min-w-0 grow">{item.description !== undefined && <ServerQuoteLine text={item.description} />}</span>
          <span translate="no" className="shrink-0 text-12 text-text-2">
            {item.server}
          </span>
        </>
      )
    case 'action':
      return (
        <>
          <ArrowRight {...icon} />
          <span className="grow font-label">{item.label}</span>
          {item.keys !== undefined && <Kbd keys={item.keys} />}
        </>
      )
  }
}

interface LineProps {
  readonly mark: ReactNode
  readonly name: string
  readonly note?: string
  readonly project?: string | undefined
  readonly end?: string
}

function Line({ mark, name, note, project, end }: LineProps) {
  return (
    <>
      <span className="grid w-[15px] shrink-0 place-items-center">{mark}</span>
      <span translate="no" className="cut font-label">
        {name}
      </span>
      {note !== undefined && <span className="cut text-text-2">{note}</span>}
      <span className="grow" />
      {project !== undefined && <ProjectName name={project} />}
      {end !== undefined && <span className="num shrink-0 text-12 text-text-2">{end}</span>}
    </>
  )
}

function asksText(details: QuestionDetails): MessageId {
  const { kind } = details
  const mayBeByApp = kind === 'approval' || kind === 'sampling' || kind === 'samplingReview'
  return mayBeByApp && details.byApp ? `commandPalette.asks.${kind}ByApp` : `commandPalette.asks.${kind}`
}
