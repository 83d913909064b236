import { FileSpreadsheet, FileText, Image } from 'lucide-react'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { isPicture } from './isPicture'
import { FilePicture } from './FilePicture'

/** A small picture of a file, or a sign for its kind. What it is called stands beside it. */
export function FileThumbnail({ file }: { readonly file: AttachedFile }) {
  if (isPicture(file)) return <Picture file={file} />
  const Icon = /sheet|csv|tab-separated/.test(file.type) ? FileSpreadsheet : FileText
  return <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="m-[9px] shrink-0 text-text-3" />
}

function Picture({ file }: { readonly file: AttachedFile }) {
  return (
    <FilePicture file={file} alt="" className="size-9 shrink-0 rounded-[4px] object-cover">
      <Image size={18} strokeWidth={1.5} aria-hidden="true" className="m-[9px] shrink-0 text-text-3" />
    </FilePicture>
  )
}
