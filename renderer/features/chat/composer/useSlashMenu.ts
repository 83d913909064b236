import { useCatalogs } from '../../../rpc/useCatalogs'
import { useTopic } from '../../../rpc/useTopic'
import { useCombobox, type Combobox } from '../../../ui/hooks/useCombobox'
import { slashEntries, type SlashEntry } from './slashEntries'
import { useChosenAccounts } from '../useChosenAccounts'

export interface SlashMenuState {
  readonly combobox: Combobox
  readonly entries: readonly SlashEntry[]
  readonly found: number
  readonly total: number
}

/** The menu that opens when the composer's text starts with a slash. */
export function useSlashMenu(text: string, onChoose: (entry: SlashEntry) => void): SlashMenuState {
  const catalogs = useCatalogs(useChosenAccounts())
  const servers = useTopic('servers', (list) => list.servers)
  const query = slashQuery(text)
  const { entries, found, total } = slashEntries(
    query === undefined ? [] : catalogs,
    (serverId, tool) => servers?.find(({ id }) => id === serverId)?.disabledTools.includes(tool) ?? false,
    query ?? '',
  )
  const combobox = useCombobox({
    text,
    options: entries,
    hasList: query !== undefined && (entries.length > 0 || query === ''),
    marks: 'first',
    tabChooses: true,
    onChoose,
  })
  return { combobox, entries, found, total }
}

/** Pure: what is looked for in the menu. Undefined where a text opens none. */
export const slashQuery = (text: string): string | undefined => (text.startsWith('/') && !text.includes('\n') ? text.slice(1) : undefined)
