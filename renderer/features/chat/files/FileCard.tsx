import { FileX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { SafeText } from '../../../ui/SafeText'
import { describeFile } from '../../../widgets/files/describeFile'
import { FileDialog } from '../../../widgets/files/FileDialog'
import { FileThumbnail } from '../../../widgets/files/FileThumbnail'
import { isPicture } from '../../../widgets/files/isPicture'
import { FilePicture } from '../../../widgets/files/FilePicture'

/** A file of a sent message. It opens in large, unless it was deleted since. */
export function FileCard({ file, partId }: { readonly file: AttachedFile; readonly partId: string }) {
  const [open, setOpen] = useState(false)
  const version = useTopic('files.stored', ({ deleted }) => deleted)
  const { data: exists = true } = useHostQuery('files.exists', { sha256: file.sha256 }, { version })
  if (!exists)
    return (
      <div data-part={partId} className="max-w-full rounded-3 border border-dashed border-line text-text-2">
        <Line name={file.name} icon={<FileX size={18} strokeWidth={1.5} aria-hidden="true" className="m-[9px] shrink-0 text-text-3" />}>
          {t('files.wasDeleted')}
        </Line>
      </div>
    )
  return (
    <div data-part={partId} className="max-w-full">
      <button
        type="button"
        aria-label={t('files.open', { name: file.name })}
        onClick={() => setOpen(true)}
        className="flex max-w-full overflow-hidden rounded-3 border border-line bg-raised text-start hover:bg-hover"
      >
        {isPicture(file) ? <Preview file={file} /> : <KnownLine file={file} />}
      </button>
      {open && <FileDialog file={file} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Preview({ file }: { readonly file: AttachedFile }) {
  return (
    <FilePicture file={file} alt={file.name} className="max-h-64 min-h-6 min-w-6 max-w-80 object-contain">
      <KnownLine file={file} />
    </FilePicture>
  )
}

function KnownLine({ file }: { readonly file: AttachedFile }) {
  return (
    <Line name={file.name} icon={<FileThumbnail file={file} />}>
      {describeFile(file)}
    </Line>
  )
}

function Line({ name, icon, children }: { readonly name: string; readonly icon: ReactNode; readonly children: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2 py-1 ps-1.5 pe-3 text-12">
      {icon}
      <span className="grid min-w-0">
        <span translate="no" className="cut max-w-72 font-label">
          <SafeText text={name} />
        </span>
        <span className="num text-text-3">{children}</span>
      </span>
    </span>
  )
}
