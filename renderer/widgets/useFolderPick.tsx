import { useState, type ReactNode } from 'react'
import { callHost } from '../rpc/callHost'
import { FolderPicker } from './FolderPicker'

export interface FolderPick {
  /** Asks for a folder, with the system's dialog if there is one. */
  readonly pick: () => void
  /** The in-page dialog while it is open. The caller renders it. */
  readonly dialog: ReactNode
  /** Whether the in-page dialog is open. The caller's own dialog must then hide. */
  readonly open: boolean
}

/** Chooses a folder in the same way in every shell. */
export function useFolderPick(onChosen: (path: string) => void): FolderPick {
  const [open, setOpen] = useState(false)
  const pick = () => {
    void callHost('folders.pick', {}).then(
      (picked) => {
        if (picked === 'inPage') setOpen(true)
        else if (picked.path !== null) onChosen(picked.path)
      },
      // If the system's dialog fails, the page's own dialog still works.
      () => setOpen(true),
    )
  }
  const dialog = open && (
    <FolderPicker
      onClose={() => setOpen(false)}
      onChosen={(path) => {
        setOpen(false)
        onChosen(path)
      }}
    />
  )
  return { pick, dialog, open }
}
