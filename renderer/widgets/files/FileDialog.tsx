import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '../../../shared/errors/appError'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { downloadFile } from '../../rpc/downloadFile'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { SafeText } from '../../ui/SafeText'
import { Skeleton } from '../../ui/Skeleton'
import { ErrorNotice } from '../ErrorNotice'
import { isPicture } from './isPicture'
import { FilePicture } from './FilePicture'
import { readFileBlob } from './readFileBlob'

/** An attached file in large: a picture, or the text that a model gets of it. */
export function FileDialog({ file, onClose }: { readonly file: AttachedFile; readonly onClose: () => void }) {
  const [error, setError] = useState<AppError>()
  const save = (): void => {
    setError(undefined)
    readFileBlob(file)
      .then((blob) => downloadFile(file.name, blob))
      .catch((thrown: unknown) => setError(AppError.from(thrown)))
  }
  return (
    <Dialog
      title={file.name}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button size="action" onClick={save}>
            {t('files.save')}
          </Button>
          <Button size="action" look="ink" onClick={onClose}>
            {t('chat.close')}
          </Button>
        </>
      }
    >
      {error && <ErrorNotice role="alert" error={error} />}
      {isPicture(file) ? <Picture file={file} /> : <FileText file={file} />}
    </Dialog>
  )
}

function Picture({ file }: { readonly file: AttachedFile }) {
  return (
    <FilePicture file={file} alt={file.name} saysWhy className="mx-auto max-h-[70vh] max-w-full object-contain p-4">
      <Skeleton label={file.name} />
    </FilePicture>
  )
}

function FileText({ file }: { readonly file: AttachedFile }) {
  const { data, error } = useQuery({
    queryKey: ['fileText', file.sha256],
    queryFn: ({ signal }) => callHost('files.text', { sha256: file.sha256 }, signal),
    retry: false,
  })
  if (error) return <ErrorNotice error={AppError.from(error)} />
  if (!data) return <Skeleton label={file.name} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4 text-13">
      <p className="text-12 text-text-2">
        {data.text === '' ? t('files.noText') : t(data.more ? 'files.textBegins' : 'files.textForModel')}
      </p>
      {data.text !== '' && (
        <pre tabIndex={0} translate="no" className="mono breakable max-h-[60vh] overflow-y-auto text-12 whitespace-pre-wrap">
          <SafeText text={data.text} />
        </pre>
      )}
    </div>
  )
}
