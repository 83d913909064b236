import type { ReactNode } from 'react'
import { Text } from '../../../i18n/Text'
import { ComboboxList } from '../../../ui/Combobox'
import { Kbd } from '../../../ui/Kbd'
import type { Combobox } from '../../../ui/hooks/useCombobox'

export interface ComposerMenuProps {
  readonly combobox: Combobox
  readonly label: string
  /** How many entries there are. */
  readonly count: string
  /** What the keys do. */
  readonly keys: 'chat.slashKeys' | 'chat.mention.keys'
  readonly children: ReactNode
}

/** A list above the composer. The focus stays in the composer, and the arrow keys move through the list. */
export function ComposerMenu({ combobox, label, count, keys, children }: ComposerMenuProps) {
  return (
    <div className="fading absolute inset-x-4 bottom-full mb-2 overflow-hidden rounded-3 bg-raised text-13 shadow-menu medium:inset-x-6">
      <ComboboxList id={combobox.listId} label={label} tabIndex={0} className="max-h-80 overflow-y-auto p-1">
        {children}
      </ComboboxList>
      <div className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-12 text-text-3">
        <span className="num grow">{count}</span>
        <Text id={keys} components={{ arrows: <Kbd keys="↑ ↓" />, enter: <Kbd keys="↵" />, escape: <Kbd keys="Esc" /> }} />
      </div>
    </div>
  )
}

/** The heading of one kind of entries. */
export function MenuHeading({ children }: { readonly children: string }) {
  return (
    <div role="presentation" className="px-2 pt-1.5 pb-1 text-11 font-label text-text-3">
      {children}
    </div>
  )
}
