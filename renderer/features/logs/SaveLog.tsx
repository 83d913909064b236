import { Download } from 'lucide-react'
import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { saveFile } from '../../ui/files/saveFile'
import { useAsyncAction } from '../../widgets/useAsyncAction'

/** Exports the whole stored log as text: as a file when the page may save one, otherwise to the clipboard. */
export function SaveLog({ serverId }: { readonly serverId: ServerId }) {
  // The desktop shell refuses every download, so that no page can write a file to disk.
  const canSave = useTopic('app', ({ shell }) => shell === 'browser') === true
  const attempt = useAsyncAction()
  const act = async (): Promise<void> => {
    const { text } = await callHost('logs.export', { serverId })
    if (canSave) saveFile(`${serverId}.log`, text)
    else await navigator.clipboard.writeText(text)
  }
  return (
    <>
      <Button size="small" busy={attempt.busy} onClick={() => attempt.run(act)}>
        {canSave && <Download size={13} strokeWidth={1.75} aria-hidden="true" />}
        {t(canSave ? 'logs.saveAsFile' : 'logs.copyAll')}
      </Button>
      {attempt.failed && <ErrorNotice role="alert" error={attempt.failed} />}
    </>
  )
}
