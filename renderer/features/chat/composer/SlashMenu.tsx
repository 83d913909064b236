import { BookOpen, GraduationCap, Wrench } from 'lucide-react'
import { compositeKey } from '../../../../shared/lib/compositeKey'
import { t } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { ComboboxOption } from '../../../ui/Combobox'
import { SafeName } from '../../../ui/SafeName'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import type { Combobox, ComboboxOptionState } from '../../../ui/hooks/useCombobox'
import { ComposerMenu, MenuHeading } from './ComposerMenu'
import type { SlashEntry } from './slashEntries'

export interface SlashMenuProps {
  readonly combobox: Combobox
  readonly entries: readonly SlashEntry[]
  readonly found: number
  readonly total: number
}

const headings = { prompt: 'chat.prompts', skill: 'chat.skills', tool: 'chat.tools' } as const
const icons = { prompt: BookOpen, skill: GraduationCap, tool: Wrench } as const

/** Lists tools, prompts and skills above the composer. */
export function SlashMenu({ combobox, entries, found, total }: SlashMenuProps) {
  return (
    <ComposerMenu combobox={combobox} label={t('chat.toolsAndPrompts')} count={t('chat.foundOf', { found, total })} keys="chat.slashKeys">
      {entries.length === 0 && <p className="px-2 py-1.5 text-text-3">{t(total === 0 ? 'chat.nothingOffered' : 'chat.nothingMatches')}</p>}
      {entries.map((entry, index) => (
        <div key={compositeKey(entry.kind, entry.serverId, entry.name)} role="presentation">
          {entry.kind !== entries[index - 1]?.kind && <MenuHeading>{t(headings[entry.kind])}</MenuHeading>}
          <Row entry={entry} option={combobox.option(index)} />
        </div>
      ))}
    </ComposerMenu>
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
