import { Ellipsis } from 'lucide-react'
import { useNavigation } from '../../state/navigation'
import { IconButton } from '../../ui/IconButton'
import { Menu, type MenuEntry } from '../../ui/Menu'

export interface ConversationRowMenuProps {
  readonly label: string
  /** The id of the element that names the line. */
  readonly describedBy: string
  readonly entries: readonly MenuEntry[]
  /** Opens and closes it from outside. */
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
}

/** The menu at the end of a line of the list. It is drawn while the pointer or the focus is on the line, or it is open. */
export function ConversationRowMenu({ label, describedBy, entries, open, onOpen }: ConversationRowMenuProps) {
  const inDrawer = useNavigation((screen) => screen.drawer)
  return (
    <span className="absolute inset-y-0 end-1 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
      <Menu
        inside={inDrawer}
        {...(open !== undefined && { open })}
        {...(onOpen && { onOpen })}
        trigger={
          <IconButton
            size="small"
            label={label}
            aria-describedby={describedBy}
            icon={<Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />}
          />
        }
        entries={entries}
      />
    </span>
  )
}
