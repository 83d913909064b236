import { BookOpen, GraduationCap, Wrench } from 'lucide-react'
import { compositeKey } from '../../../../shared/lib/compositeKey'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { ComboboxList, ComboboxOption } from '../../../ui/Combobox'
import { Kbd } from '../../../ui/Kbd'
import { SafeName } from '../../../ui/SafeName'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import type { Combobox, ComboboxOptionState } from '../../../ui/hooks/useCombobox'
import type { SlashEntry } from './slashEntries'

export interface SlashMenuProps {
  readonly combobox: Combobox
  readonly entries: readonly SlashEntry[]
  readonly found: number
  readonly total: number
}

const headings = { prompt: 'chat.prompts', skill: 'chat.skills', tool: 'chat.tools' } as const
const icons = { prompt: BookOpen, skill: GraduationCap, tool: Wrench } as const

/** Lists tools, prompts and skills above the composer. The focus stays in the composer, and the arrow keys move through the menu. */
export function SlashMenu({ combobox, entries, found, total }: SlashMenuProps) {
  return (
    <div className="fading absolute inset-x-4 bottom-full mb-2 overflow-hidden rounded-3 bg-raised text-13 shadow-menu medium:inset-x-6">
      <ComboboxList id={combobox.listId} label={t('chat.toolsAndPrompts')} tabIndex={0} className="max-h-80 overflow-y-auto p-1">
        {entries.length === 0 && (
          <p className="px-2 py-1.5 text-text-3">{t(total === 0 ? 'chat.nothingOffered' : 'chat.nothingMatches')}</p>
        )}
        {entries.map((entry, index) => (
          <div key={compositeKey(entry.kind, entry.serverId, entry.name)} role="presentation">
            {entry.kind !== entries[index - 1]?.kind && <Heading>{t(headings[entry.kind])}</Heading>}
            <Row entry={entry} option={combobox.option(index)} />
          </div>
        ))}
      </ComboboxList>
      <div className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-12 text-text-3">
        <span className="num grow">{t('chat.foundOf', { found, total })}</span>
        <Text id="chat.slashKeys" components={{ arrows: <Kbd keys="↑ ↓" />, enter: <Kbd keys="↵" />, escape: <Kbd keys="Esc" /> }} />
      </div>
    </div>
  )
}

function Heading({ children }: { readonly children: string }) {
  return (
    <div role="presentation" className="px-2 pt-1.5 pb-1 text-11 font-label text-text-3">
      {children}
    </div>
  )
}

function Row({ entry, option }: { readonly entry: SlashEntry; readonly option: ComboboxOptionState }) {
  const Icon = icons[entry.kind]
  return (
    <ComboboxOption {...option} className="grid grid-cols-[auto_minmax(0,10rem)_minmax(0,1fr)_auto] gap-2">
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />
      <span translate="no" className="cut mono">
        <SafeName name={entry.name} />
      </span>
      <span className="min-w-0">{entry.description !== undefined && <ServerQuoteLine text={entry.description} />}</span>
      <span className="flex items-center gap-2 text-12 text-text-2">
        {entry.count !== undefined && t(entry.kind === 'prompt' ? 'chat.count.arguments' : 'chat.count.files', { count: entry.count })}
        {entry.readsOnly && (
          <Chip look="claim" size="small">
            {t('chat.readsOnly')}
          </Chip>
        )}
        <span translate="no" className="breakable max-w-48 text-end">
          {entry.serverId}
        </span>
      </span>
    </ComboboxOption>
  )
}
