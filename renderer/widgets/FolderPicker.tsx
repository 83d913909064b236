import { CornerLeftUp, Folder } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t'
import { translateError } from '../i18n/translateError'
import { useHostQuery } from '../rpc/useHostQuery'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Field } from '../ui/form/Field'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import { TextField } from '../ui/form/TextField'

export interface FolderPickerProps {
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** Chooses a folder of the host's computer inside the page, for the browser shell, which has no system folder dialog. */
export function FolderPicker({ onChosen, onClose }: FolderPickerProps) {
  const [shown, setShown] = useState<string | undefined>()
  const [typed, setTyped] = useState<string | undefined>()
  const listing = useHostQuery('folders.list', shown === undefined ? {} : { path: shown })
  const path = typed ?? listing.data?.path ?? shown ?? ''
  // The path of the first folder is about to stand in the field. A letter typed just before would stand behind it.
  const isFilling = typed === undefined && listing.isPending
  const show = (next: string) => {
    setShown(next)
    setTyped(undefined)
  }
  return (
    <Dialog
      title={t('questions.folders.pick')}
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button size="action" look="ink" disabled={path.trim() === ''} onClick={() => onChosen(path.trim())}>
            {t('questions.verb.choose')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        className="px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          show(path.trim())
        }}
      >
        <Field label={t('questions.folders.path')} help={t('questions.folders.path.help')}>
          {(control) => <TextField {...control} mono readOnly={isFilling} value={path} onValue={setTyped} />}
        </Field>
      </form>
      <div className="h-72 overflow-y-auto border-t border-line px-4 py-2">
        {listing.error && (
          <Notice look="danger" title={translateError(listing.error).message}>
            {translateError(listing.error).hint}
          </Notice>
        )}
        {listing.isPending && <Skeleton label={t('questions.kind.folders')} rows={6} />}
        {listing.data && (
          <ul aria-label={t('questions.kind.folders')}>
            {listing.data.parent !== undefined && (
              <FolderRow
                name={t('questions.folders.up')}
                icon={<CornerLeftUp size={15} strokeWidth={1.75} aria-hidden="true" />}
                onOpen={() => show(listing.data.parent ?? '')}
              />
            )}
            {listing.data.folders.map((name) => (
              <FolderRow
                key={name}
                name={<span translate="no">{name}</span>}
                icon={<Folder size={15} strokeWidth={1.75} aria-hidden="true" />}
                onOpen={() => show(joinPath(listing.data.path, name))}
              />
            ))}
            {listing.data.folders.length === 0 && <li className="px-2 py-1.5 text-text-3">{t('questions.folders.empty')}</li>}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function FolderRow({ name, icon, onOpen }: { readonly name: ReactNode; readonly icon: ReactNode; readonly onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex h-row w-full items-center gap-2 rounded-2 px-2 text-start text-text-2 -outline-offset-2 hover:bg-hover hover:text-text"
      >
        <span className="text-text-3">{icon}</span>
        <span className="cut">{name}</span>
      </button>
    </li>
  )
}

/** Joins a path in the host's notation. The page does not know it, so it uses the separator that the path already contains. */
function joinPath(folder: string, name: string): string {
  const separator = folder.includes('\\') ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}
