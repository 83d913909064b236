import { CircleAlert, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Project } from '../../../shared/domain/projects/project'
import { MOST_FILES, type AttachedFile } from '../../../shared/files/attachedFile'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { t } from '../../i18n/t'
import { errorTitle } from '../../i18n/translateError'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { SafeText } from '../../ui/SafeText'
import { Spinner } from '../../ui/Spinner'
import { describeFile } from '../../widgets/files/describeFile'
import { FileDialog } from '../../widgets/files/FileDialog'
import { FileThumbnail } from '../../widgets/files/FileThumbnail'
import { ProjectSection } from './ProjectSection'
import { removeFile } from './removeFromProject'
import { useProjectUploads, type ProjectUpload } from './useProjectUploads'

/** The files that each new conversation of the project begins with. */
export function ProjectFiles({ project }: { readonly project: Project }) {
  const { id, files } = project
  const [open, setOpen] = useState<AttachedFile>()
  const { uploads, add, dismiss } = useProjectUploads(id)
  const field = useRef<HTMLInputElement>(null)
  return (
    <ProjectSection
      title={t('projects.files')}
      end={
        <Button size="small" disabled={files.length >= MOST_FILES} onClick={() => field.current?.click()}>
          <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('projects.files.add')}
        </Button>
      }
    >
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {files.length + uploads.length > 0 && (
        <ul aria-label={t('projects.files')} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
          {files.map((file) => (
            <li key={`${file.sha256} ${file.name}`} className="flex min-h-11 items-center gap-2 py-1 ps-2 pe-2">
              <FileThumbnail file={file} />
              <span className="grid min-w-0 grow">
                <button
                  type="button"
                  translate="no"
                  aria-label={t('files.open', { name: file.name })}
                  className="cut rounded-1 text-start font-label hover:underline"
                  onClick={() => setOpen(file)}
                >
                  <SafeText text={file.name} />
                </button>
                <span className="num text-11 text-text-3">{describeFile(file)}</span>
              </span>
              <IconButton
                size="small"
                label={t('files.remove', { name: plainText(file.name) })}
                icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => removeFile(project, file)}
              />
            </li>
          ))}
          {uploads.map((upload) => (
            <UploadItem key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      <p className="pt-2 text-12 text-text-3">{t('projects.files.help')}</p>
      {open && <FileDialog file={open} onClose={() => setOpen(undefined)} />}
    </ProjectSection>
  )
}

function UploadItem({ upload: { name, part, failed }, onDismiss }: { readonly upload: ProjectUpload; readonly onDismiss: () => void }) {
  return (
    <li className="flex min-h-11 items-center gap-2 py-1 ps-2 pe-2">
      <span className="grid size-9 shrink-0 place-items-center">
        {failed ? <CircleAlert size={16} aria-hidden="true" className="text-danger" /> : <Spinner />}
      </span>
      <span className="grid min-w-0 grow">
        <span translate="no" className="cut font-label">
          <SafeText text={name} />
        </span>
        {failed ? (
          <span role="alert" className="breakable text-12 text-danger-text">
            {errorTitle(failed)}
          </span>
        ) : (
          <span className="num text-11 text-text-3">{t('projects.files.progress', { percent: Math.round(part * 100) })}</span>
        )}
      </span>
      {failed && (
        <IconButton
          size="small"
          label={t('files.remove', { name: plainText(name) })}
          icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onDismiss}
        />
      )}
    </li>
  )
}
