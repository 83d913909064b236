import { CircleAlert, FileText, X } from 'lucide-react'
import { useState } from 'react'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { t } from '../../../i18n/t'
import { errorTitle } from '../../../i18n/translateError'
import { SafeText } from '../../../ui/SafeText'
import { Spinner } from '../../../ui/Spinner'
import { formatBytes } from '../../../ui/format/formatBytes'
import { describeFile } from '../../../widgets/files/describeFile'
import type { DraftFile } from './draftFiles'
import { FileDialog } from '../../../widgets/files/FileDialog'
import { FileThumbnail } from '../../../widgets/files/FileThumbnail'

/** A text up to this size can go into the field instead. */
const FIELD_BYTES = 500_000

export interface DraftFileChipsProps {
  readonly files: readonly DraftFile[]
  readonly onRemove: (key: string) => void
  /** Puts the text of a file into the field, and takes the file away. */
  readonly onShowInField: (key: string, file: AttachedFile) => void
}

/** The files of the message that is being written, as items of a list. */
export function DraftFileChips({ files, onRemove, onShowInField }: DraftFileChipsProps) {
  const [open, setOpen] = useState<AttachedFile>()
  return (
    <>
      {files.map((file) => (
        <li
          key={file.key}
          className="flex min-h-12 max-w-full items-center gap-1.5 rounded-2 border border-line bg-sunk py-1 ps-1.5 pe-1 text-12"
        >
          {file.phase === 'ready' && <FileThumbnail file={file.file} />}
          {file.phase === 'uploading' && <Spinner />}
          {file.phase === 'failed' && <CircleAlert size={16} aria-hidden="true" className="mx-1 shrink-0 text-danger" />}
          <span className="grid min-w-0 max-w-64">
            {file.phase === 'ready' ? (
              <button
                type="button"
                translate="no"
                aria-label={t('files.open', { name: file.name })}
                onClick={() => setOpen(file.file)}
                className="cut rounded-1 text-start font-label hover:underline"
              >
                <SafeText text={file.name} />
              </button>
            ) : (
              <span translate="no" className="cut font-label">
                <SafeText text={file.name} />
              </span>
            )}
            <Second file={file} />
          </span>
          {file.phase === 'ready' && file.file.type === 'text/plain' && file.bytes <= FIELD_BYTES && (
            <button
              type="button"
              onClick={() => onShowInField(file.key, file.file)}
              className="inline-flex h-6 shrink-0 items-center gap-1 rounded-[4px] px-1.5 text-text-2 hover:bg-hover hover:text-text"
            >
              <FileText size={12} aria-hidden="true" />
              {t('files.showInField')}
            </button>
          )}
          <button
            type="button"
            aria-label={t('files.remove', { name: plainText(file.name) })}
            onClick={() => onRemove(file.key)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-[4px] text-text-3 hover:bg-hover hover:text-text"
          >
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
      {open && <FileDialog file={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Second({ file }: { readonly file: DraftFile }) {
  if (file.phase === 'failed') {
    return (
      <span role="alert" className="breakable text-danger">
        {errorTitle(file.error)}
        <span className="block">{t('files.removeToSend')}</span>
      </span>
    )
  }
  return <span className="num text-text-3">{stateOf(file)}</span>
}

function stateOf(file: Exclude<DraftFile, { phase: 'failed' }>): string {
  if (file.phase === 'ready') return describeFile(file.file)
  if (file.part === undefined) return t('files.beingMade')
  return t('files.uploading', { percent: Math.round(file.part * 100), size: formatBytes(file.bytes) })
}
