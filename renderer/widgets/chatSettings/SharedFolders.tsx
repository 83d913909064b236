import { Folder, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { useFolderPick } from '../useFolderPick'
import { FromProject, OwnValue } from './SettingSource'

export interface SharedFoldersProps {
  readonly folders: readonly string[]
  /** Those of the project, which are not changed here. */
  readonly inherited?: { readonly folders: readonly string[]; readonly projectName: string } | undefined
  readonly onAdd: (folder: string) => void
  readonly onRemove: (folder: string) => void
  readonly children: (parts: SharedFoldersParts) => ReactNode
}

/** What is drawn of folders, each at its place. */
export interface SharedFoldersParts {
  readonly add: ReactNode
  /** False where there are none. */
  readonly list: ReactNode
  /** The dialog that chooses a folder. It takes the place of a dialog in which the folders stand. */
  readonly picker: ReactNode
  readonly picking: boolean
}

/** The folders that servers are told about in the calls of a conversation, or of all in a project. */
export function SharedFolders({ folders, inherited, onAdd, onRemove, children }: SharedFoldersProps) {
  const pick = useFolderPick((path) => {
    if (!folders.includes(path)) onAdd(path)
  })
  const ofProject = inherited?.folders ?? []
  return children({
    add: (
      <Button size="small" onClick={pick.pick}>
        <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
        {t('questions.folders.add')}
      </Button>
    ),
    list: ofProject.length + folders.length > 0 && (
      <ul aria-label={t('projects.folders')} className="divide-y divide-line rounded-3 border border-line bg-raised">
        {ofProject.map((folder) => (
          <FolderItem key={folder} folder={folder}>
            {inherited && <FromProject name={inherited.projectName} />}
          </FolderItem>
        ))}
        {folders.map((folder) => (
          <FolderItem key={folder} folder={folder}>
            {inherited && <OwnValue what="added" />}
            <IconButton
              size="small"
              label={t('projects.folder.remove', { folder })}
              icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => onRemove(folder)}
            />
          </FolderItem>
        ))}
      </ul>
    ),
    picker: pick.dialog,
    picking: pick.open,
  })
}

function FolderItem({ folder, children }: { readonly folder: string; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 py-1 ps-3 pe-2">
      <Folder size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <span translate="no" className="mono breakable min-w-0 grow text-12">
        {folder}
      </span>
      {children}
    </li>
  )
}
