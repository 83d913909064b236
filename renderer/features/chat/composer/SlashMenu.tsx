import { BookOpen, GraduationCap, Wrench } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Chip } from '../../../ui/Chip'
import { classNames } from '../../../ui/classNames'
import { Kbd } from '../../../ui/Kbd'
import { SafeName } from '../../../ui/SafeName'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import type { SlashEntry } from './slashEntries'

export interface SlashMenuProps {
  readonly id: string
  readonly entries: readonly SlashEntry[]
  readonly found: number
  readonly total: number
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (entry: SlashEntry) => void
}

/** The id of one line, for the composer that points at it. */
export const slashOptionId = (menuId: string, index: number): string => `${menuId}-${index}`

const headings = { prompt: 'Prompts', skill: 'Skills', tool: 'Tools' } as const
const icons = { prompt: BookOpen, skill: GraduationCap, tool: Wrench } as const

/** Tools, prompts and skills over the composer. The focus stays in the composer; the arrow keys move here. */
export function SlashMenu({ id, entries, found, total, active, onActive, onChoose }: SlashMenuProps) {
  return (
    <div className="fading absolute inset-x-4 bottom-full mb-2 overflow-hidden rounded-3 bg-raised text-13 shadow-menu medium:inset-x-6">
      <div id={id} role="listbox" aria-label="Tools and prompts" tabIndex={0} className="max-h-80 overflow-y-auto p-1">
        {entries.length === 0 && (
          <p className="px-2 py-1.5 text-text-3">{total === 0 ? 'No ready server offers a tool, prompt or skill.' : 'Nothing matches.'}</p>
        )}
        {entries.map((entry, index) => (
          <div key={`${entry.kind} ${entry.serverId} ${entry.name}`} role="presentation">
            {entry.kind !== entries[index - 1]?.kind && <Heading>{headings[entry.kind]}</Heading>}
            <Row
              entry={entry}
              id={slashOptionId(id, index)}
              on={index === active}
              onOver={() => onActive(index)}
              onChoose={() => onChoose(entry)}
            />
          </div>
        ))}
      </div>
      <div className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-12 text-text-3">
        <span className="num grow">
          {found.toLocaleString('en')} of {total.toLocaleString('en')}
        </span>
        <Kbd keys="↑ ↓" /> choose <Kbd keys="↵" /> fill in <Kbd keys="Esc" /> close
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

interface RowProps {
  readonly entry: SlashEntry
  readonly id: string
  readonly on: boolean
  readonly onOver: () => void
  readonly onChoose: () => void
}

function Row({ entry, id, on, onOver, onChoose }: RowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) row.current?.scrollIntoView({ block: 'nearest' })
  }, [on])
  const Icon = icons[entry.kind]
  return (
    // Its keys are the composer's, which keeps the focus.
    <button
      ref={row}
      id={id}
      type="button"
      tabIndex={-1}
      role="option"
      aria-selected={on}
      onPointerMove={onOver}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'grid min-h-row w-full text-left grid-cols-[auto_minmax(0,10rem)_minmax(0,1fr)_auto] items-center gap-2 rounded-2 px-2',
        on && 'bg-accent-soft',
      )}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="text-text-2" />
      <span className="cut mono">
        <SafeName name={entry.name} />
      </span>
      <span className="min-w-0">{entry.description !== undefined && <ServerQuoteLine text={entry.description} />}</span>
      <span className="flex items-center gap-2 text-12 text-text-2">
        {entry.note}
        {entry.claim !== undefined && (
          <Chip look="claim" size="small">
            {entry.claim}
          </Chip>
        )}
        <span className="cut max-w-32 text-right">{entry.serverId}</span>
      </span>
    </button>
  )
}
