import { CornerLeftUp, Folder } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FOLDER_PATH_CHARS, type FolderListing } from '../../shared/domain/folderListing'
import type { AppError } from '../../shared/errors/appError'
import { t } from '../i18n/t'
import { errorTitle, translateError } from '../i18n/translateError'
import { useHostQuery } from '../rpc/useHostQuery'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Field } from '../ui/form/Field'
import { Skeleton } from '../ui/Skeleton'
import { TextField } from '../ui/form/TextField'
import { useDebouncedValue } from '../ui/hooks/useDebouncedValue'

export interface FolderPickerProps {
  readonly onChosen: (path: string) => void
  readonly onClose: () => void
}

/** Chooses a folder of the host's computer inside the page, for the browser shell, which has no system folder dialog. */
export function FolderPicker({ onChosen, onClose }: FolderPickerProps) {
  const [opened, setOpened] = useState<string | undefined>()
  const [typed, setTyped] = useState<string | undefined>()
  const settled = useDebouncedValue(typed)
  const asked = typed === undefined ? opened : (settled?.trim() ?? opened)
  const listing = useHostQuery('folders.list', asked === undefined ? {} : { path: asked })
  // A path that leads nowhere, half typed or not readable, leaves what is below as it was: there is a way on from there.
  const [latest, setLatest] = useState<FolderListing | undefined>()
  if (listing.isSuccess && listing.data !== latest) setLatest(listing.data)
  // The path of the first folder is about to stand in the field. A letter typed just before would stand behind it.
  const isFilling = typed === undefined && listing.isPending
  const isSettled = typed === undefined || typed === settled
  // Nobody chose the folder in which the picker begins: it is the whole home folder. It can be chosen once somebody went there.
  const isBegin = asked === undefined
  const chosen = isSettled && !isBegin && listing.isSuccess ? listing.data : undefined
  const open = (path: string) => {
    setOpened(path)
    setTyped(undefined)
  }
  return (
    <Dialog
      title={t('questions.folders.pick')}
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose} note={<Remark listing={chosen} error={listing.error} isBegin={isBegin && listing.isSuccess} />}>
          <Button size="action" look="ink" disabled={chosen === undefined} onClick={() => chosen && onChosen(chosen.path)}>
            {t('questions.verb.choose')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        className="px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          const path = typed?.trim() ?? listing.data?.path
          if (path !== undefined) open(path)
        }}
      >
        <Field label={t('questions.folders.path')} help={t('questions.folders.path.help')}>
          {(control) => (
            <TextField
              {...control}
              mono
              maxLength={FOLDER_PATH_CHARS}
              readOnly={isFilling}
              value={typed ?? (listing.isSuccess ? listing.data.path : (opened ?? ''))}
              onValue={setTyped}
            />
          )}
        </Field>
      </form>
      <div className="h-72 overflow-y-auto border-t border-line px-4 py-2">
        {latest ? (
          <Folders listing={latest} onOpen={open} />
        ) : (
          listing.isPending && <Skeleton label={t('questions.kind.folders')} rows={6} />
        )}
      </div>
    </Dialog>
  )
}

interface RemarkProps {
  /** The folder that Choose would choose. */
  readonly listing: FolderListing | undefined
  readonly error: AppError | null
  /** Whether the picker still shows the folder in which it began. */
  readonly isBegin: boolean
}

/** Why the path in the field cannot be chosen, or what a person should know before they choose it. */
function Remark({ listing, error, isBegin }: RemarkProps) {
  return (
    <span role="status" className={classNames('breakable line-clamp-3', listing?.risk && 'text-ask-text')}>
      {error ? `${errorTitle(error)} ${translateError(error).hint ?? ''}` : isBegin && t('questions.folders.openOne')}
      {listing?.risk && t(`questions.folders.risk.${listing.risk}`)}
    </span>
  )
}

function Folders({ listing, onOpen }: { readonly listing: FolderListing; readonly onOpen: (path: string) => void }) {
  const { parent, folders } = listing
  return (
    <ul aria-label={t('questions.kind.folders')}>
      {parent !== undefined && (
        <FolderRow
          name={t('questions.folders.up')}
          icon={<CornerLeftUp size={15} strokeWidth={1.75} aria-hidden="true" />}
          onOpen={() => onOpen(parent)}
        />
      )}
      {folders.map(({ name, path }) => (
        <FolderRow
          key={path}
          name={<span translate="no">{name}</span>}
          icon={<Folder size={15} strokeWidth={1.75} aria-hidden="true" />}
          onOpen={() => onOpen(path)}
        />
      ))}
      {folders.length === 0 && <li className="px-2 py-1.5 text-text-3">{t('questions.folders.empty')}</li>}
    </ul>
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
