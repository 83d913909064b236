import { useState } from 'react'
import type { StartedApp } from '../../../../../shared/domain/apps/app'
import { AppError } from '../../../../../shared/errors/appError'
import { Text } from '../../../../i18n/Text'
import { t } from '../../../../i18n/t'
import { callHost } from '../../../../rpc/callHost'
import { downloadFile } from '../../../../rpc/downloadFile'
import { Button } from '../../../../ui/Button'
import { useAsyncAction } from '../../../../widgets/useAsyncAction'
import { plainText } from '../../../../../shared/lib/unsafeCharacters'
import type { AppInstance } from '../appInstance'
import type { AppLine } from './appLineList'
import { bytesOf, type AppFile } from '../bridge/appRequests'
import { isJsonRecord } from '../bridge/jsonRpc'
import { Data, Line } from './Line'

export interface AppFilesLineProps {
  readonly app: AppInstance
  readonly started: StartedApp
  readonly line: Extract<AppLine, { kind: 'files' }>
}

/** Files that an app offers. Each is saved when the person presses its button, where they want it. */
export function AppFilesLine({ app, started, line }: AppFilesLineProps) {
  const { files } = line
  const [only] = files
  return (
    <Line
      shape="ask"
      actions={
        <>
          {files.map((file, index) => (
            <SaveButton key={index} started={started} file={file} named={files.length > 1} />
          ))}
          <Button size="small" look="bare" onClick={() => app.dismiss(line)}>
            {t('apps.dismiss')}
          </Button>
        </>
      }
    >
      {only && files.length === 1 ? (
        <Text id="apps.file" components={{ name: <Data>{only.name}</Data> }} />
      ) : (
        t('apps.files', { count: files.length })
      )}
    </Line>
  )
}

interface SaveButtonProps {
  readonly started: StartedApp
  readonly file: AppFile
  readonly named: boolean
}

function SaveButton({ started, file, named }: SaveButtonProps) {
  const { busy, failed, run } = useAsyncAction()
  const [saved, setSaved] = useState(false)
  const save = async (): Promise<void> => setSaved(await downloadFile(file.name, await contentOf(started, file)))
  return (
    <>
      <Button size="small" busy={busy} onClick={() => run(save)}>
        {saved ? t('apps.file.saved') : named ? t('apps.file.saveNamed', { name: plainText(file.name) }) : t('apps.file.save')}
      </Button>
      {failed && (
        <span role="alert" className="text-12 text-danger-text">
          {t('apps.file.failed')}
        </span>
      )}
    </>
  )
}

/** The bytes of a file, which the server of the app may have to be asked for. */
async function contentOf({ appId }: StartedApp, file: AppFile): Promise<string | Blob> {
  if ('content' in file) return typeof file.content === 'string' ? file.content : new Blob([file.content])
  const result = await callHost('apps.request', { appId, method: 'resources/read', params: { uri: file.resourceUri } })
  const contents = result['contents']
  const first: unknown = Array.isArray(contents) ? contents[0] : undefined
  if (isJsonRecord(first)) {
    const { text, blob } = first
    if (typeof text === 'string') return text
    const bytes = bytesOf(blob)
    if (bytes) return new Blob([bytes])
  }
  throw new AppError('UNTRUSTED_CONTENT', 'The resource has no content')
}
