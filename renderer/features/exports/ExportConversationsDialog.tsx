import { useEffect, useRef, useState } from 'react'
import type { ConversationId } from '../../../shared/domain/ids'
import { exportFormats, type ExportFormat } from '../../../shared/domain/transfer/conversationExport'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { runConversationExport, type FinishedExport } from '../../rpc/runConversationExport'
import { openExport } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { saveFile } from '../../ui/files/saveFile'
import { Checkbox } from '../../ui/form/Checkbox'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { RadioOption } from '../../ui/form/RadioOption'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { useAsyncAction } from '../../widgets/useAsyncAction'

interface Progress {
  readonly done: number
  readonly conversations: number
}

const close = (): void => openExport(undefined)

/** Exports one conversation or all of them as a file. Closing it ends an export that goes on. */
export function ExportConversationsDialog({ of }: { readonly of: ConversationId | 'all' }) {
  const [format, setFormat] = useState<ExportFormat>('markdown')
  const [calls, setCalls] = useState(true)
  const [reasoning, setReasoning] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const [finished, setFinished] = useState<FinishedExport>()
  const { busy, failed, run } = useAsyncAction()
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])
  const start = (): void =>
    run(async () => {
      ending.current = new AbortController()
      const request = { to: 'file', format, calls, reasoning, ...(of !== 'all' && { conversationId: of }) } as const
      const onProgress = (done: number, conversations: number): void => setProgress({ done, conversations })
      try {
        const done = await runConversationExport(request, { signal: ending.current.signal, onProgress })
        if (done?.content) saveFile(done.name, done.content)
        if (done) setFinished(done)
      } finally {
        setProgress(undefined)
      }
    })
  const title = t(of === 'all' ? 'exports.title.all' : 'exports.title')
  if (finished) return <Saved title={title} finished={finished} />
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={close}
      foot={
        <DialogFoot onCancel={close}>
          <Button size="action" look="ink" busy={busy} onClick={start}>
            {t('exports.export')}
          </Button>
        </DialogFoot>
      }
    >
      <LabelledRow label={t('exports.format')}>
        <RadioGroup
          label={t('exports.format')}
          value={format}
          onValue={(value) => setFormat(exportFormats.find((known) => known === value) ?? format)}
        >
          {exportFormats.map((known) => (
            <RadioOption key={known} value={known} label={t(`exports.format.${known}`)} help={t(`exports.format.${known}.help`)} />
          ))}
        </RadioGroup>
      </LabelledRow>
      <LabelledRow className="grid gap-2">
        <Checkbox label={t('exports.calls')} checked={calls} onChecked={setCalls} />
        <Checkbox label={t('exports.reasoning')} checked={reasoning} onChecked={setReasoning} />
        <p className="pt-1 text-13 text-text-2">{t('exports.secrets')}</p>
      </LabelledRow>
      {progress && (
        <LabelledRow>
          <progress aria-label={title} value={progress.done} max={progress.conversations} className="call-progress" />
          <p role="status" className="pt-1 text-13 text-text-2 tabular-nums">
            {t('exports.progress', { done: progress.done, count: progress.conversations })}
          </p>
        </LabelledRow>
      )}
      {failed && failed.code !== 'CANCELLED' && (
        <LabelledRow>
          <ErrorNotice role="alert" error={failed} />
        </LabelledRow>
      )}
    </Dialog>
  )
}

function Saved({ title, finished: { exportId, name, content } }: { readonly title: string; readonly finished: FinishedExport }) {
  const { failed, run } = useAsyncAction()
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={close}
      foot={
        <>
          <p className="min-w-0 grow" />
          {!content && (
            <Button size="action" onClick={() => run(() => callHost('exports.showInFolder', { exportId }))}>
              {t('exports.showInFolder')}
            </Button>
          )}
          <Button size="action" look="ink" onClick={close}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <LabelledRow>
        <p role="status">{t('exports.saved', { file: name })}</p>
        {failed && <ErrorNotice role="alert" error={failed} />}
      </LabelledRow>
    </Dialog>
  )
}
