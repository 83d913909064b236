import { useState, type ReactNode } from 'react'
import { callHost } from '../rpc/callHost'
import { FolderPicker } from './FolderPicker'

export interface FolderPick {
  /** Asks for a folder, with the system's dialog where there is one. */
  readonly pick: () => void
  /** Render it; it is the in-page dialog while that is open. */
  readonly dialog: ReactNode
  /** The in-page dialog is open: put your own aside. */
  readonly open: boolean
}

/** One way to choose a folder in every shell. */
export function useFolderPick(onChosen: (path: string) => void): FolderPick {
  const [open, setOpen] = useState(false)
  const pick = () => {
    void callHost('folders.pick', {}).then(
      (picked) => {
        if (picked === 'inPage') setOpen(true)
        else if (picked.path !== null) onChosen(picked.path)
      },
      // Where the system's dialog fails, the page's own still works.
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
