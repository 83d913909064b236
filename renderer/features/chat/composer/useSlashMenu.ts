import { useState, type KeyboardEvent } from 'react'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useTopic } from '../../../rpc/useTopic'
import { slashEntries, type SlashEntry } from './slashEntries'
import { useChosenAccounts } from '../useChosenAccounts'

export interface SlashMenuState {
  readonly open: boolean
  /** True when the key was the menu's. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly menu: {
    readonly entries: readonly SlashEntry[]
    readonly found: number
    readonly total: number
    readonly active: number
    readonly onActive: (index: number) => void
    readonly onChoose: (entry: SlashEntry) => void
  }
}

/** The menu that a slash at the start of the composer opens. */
export function useSlashMenu(text: string, onChoose: (entry: SlashEntry) => void): SlashMenuState {
  const catalogs = useCatalogs(useChosenAccounts())
  const servers = useTopic('servers', (list) => list.servers)
  const [chosen, setChosen] = useState({ text: '', index: 0 })
  const [closedFor, setClosedFor] = useState<string>()
  const query = text.startsWith('/') && !text.includes('\n') ? text.slice(1) : undefined
  const { entries, found, total } = slashEntries(
    query === undefined ? [] : catalogs,
    (serverId, tool) => servers?.find(({ id }) => id === serverId)?.disabledTools.includes(tool) ?? false,
    query ?? '',
  )
  const open = query !== undefined && closedFor !== text && (entries.length > 0 || query === '')
  // Another text finds other entries: the first of them is chosen.
  const active = chosen.text === text ? Math.min(chosen.index, Math.max(0, entries.length - 1)) : 0
  const choose = (index: number): void => setChosen({ text, index })
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const entry = entries[active]
    if (event.key === 'Escape') setClosedFor(text)
    else if (event.key === 'ArrowDown' && entries.length > 0) choose((active + 1) % entries.length)
    else if (event.key === 'ArrowUp' && entries.length > 0) choose((active + entries.length - 1) % entries.length)
    else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey)) {
      if (!entry) return false
      onChoose(entry)
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { open, onKey, menu: { entries, found, total, active, onActive: choose, onChoose } }
}
