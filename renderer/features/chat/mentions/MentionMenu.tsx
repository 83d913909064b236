import { File, FileText, MessageSquare, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { compositeKey } from '../../../../shared/lib/compositeKey'
import { t } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { ComboboxOption } from '../../../ui/Combobox'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import type { Combobox, ComboboxOptionState } from '../../../ui/hooks/useCombobox'
import { formatWhen } from '../../../ui/format/formatTime'
import { useNow } from '../../../ui/hooks/useNow'
import { ComposerMenu, MenuHeading } from '../composer/ComposerMenu'
import { describeFile } from '../../../widgets/files/describeFile'
import type { MentionEntry } from './mentionEntries'

export interface MentionMenuProps {
  readonly combobox: Combobox
  readonly entries: readonly MentionEntry[]
  readonly found: number
}

const headings = { resource: 'chat.resources', file: 'chat.files', conversation: 'chat.conversations', tool: 'chat.tools' } as const
const icons = { resource: FileText, file: File, conversation: MessageSquare, tool: Wrench } as const

/** Lists what a person may mean by an "@", above the composer. */
export function MentionMenu({ combobox, entries, found }: MentionMenuProps) {
  return (
    <ComposerMenu
      combobox={combobox}
      label={t('chat.mention.list')}
      count={t('chat.mention.found', { count: found })}
      keys="chat.mention.keys"
    >
      {entries.length === 0 && <p className="px-2 py-1.5 text-text-3">{t('chat.mention.nothing')}</p>}
      {entries.map((entry, index) => (
        <div key={keyOf(entry)} role="presentation">
          {entry.kind !== entries[index - 1]?.kind && <MenuHeading>{t(headings[entry.kind])}</MenuHeading>}
          <Row entry={entry} option={combobox.option(index)} />
        </div>
      ))}
    </ComposerMenu>
  )
}

function Row({ entry, option }: { readonly entry: MentionEntry; readonly option: ComboboxOptionState }) {
  const Icon = icons[entry.kind]
  const { name, description, beside } = factsOf(entry)
  const isOfServer = entry.kind === 'resource' || entry.kind === 'tool'
  return (
    <ComboboxOption
      {...option}
      className={`grid gap-2 ${isOfServer ? 'grid-cols-[auto_minmax(0,14rem)_minmax(0,1fr)_auto]' : 'grid-cols-[auto_minmax(0,1fr)_auto]'}`}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />
      <span translate="no" className={isOfServer ? 'cut mono' : 'cut'}>
        {isOfServer ? <SafeName name={name} /> : <SafeText text={name} />}
      </span>
      {isOfServer && <span className="min-w-0">{description !== undefined && <ServerQuoteLine text={description} />}</span>}
      <span className="flex items-center gap-2 text-12 text-text-2">{beside}</span>
    </ComboboxOption>
  )
}

interface Facts {
  readonly name: string
  readonly description?: string | undefined
  readonly beside: ReactNode
}

function factsOf(entry: MentionEntry): Facts {
  switch (entry.kind) {
    case 'file':
      return { name: entry.file.name, beside: <span className="num">{describeFile(entry.file)}</span> }
    case 'conversation':
      return { name: entry.conversation.title, beside: <When at={entry.conversation.updated} /> }
    case 'resource':
      return { name: entry.name, description: entry.description, beside: <ServerId id={entry.serverId} /> }
    case 'tool':
      return {
        name: entry.name,
        description: entry.description,
        beside: (
          <>
            {entry.readsOnly && (
              <Chip look="claim" size="small">
                {t('chat.readsOnly')}
              </Chip>
            )}
            <ServerId id={entry.serverId} />
          </>
        ),
      }
  }
}

function When({ at }: { readonly at: number }) {
  const now = useNow(true, 60_000)
  return <span className="num">{formatWhen(at, now)}</span>
}

function ServerId({ id }: { readonly id: string }) {
  return (
    <span translate="no" className="breakable max-w-48 text-end">
      {id}
    </span>
  )
}

function keyOf(entry: MentionEntry): string {
  if (entry.kind === 'file') return compositeKey('file', entry.file.sha256)
  if (entry.kind === 'conversation') return compositeKey('conversation', entry.conversation.id)
  return compositeKey(entry.kind, entry.serverId, entry.kind === 'tool' ? entry.name : entry.uri)
}
