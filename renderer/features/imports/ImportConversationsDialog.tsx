import { useEffect, useRef, useState } from 'react'
import type { ImportProgress } from '../../../shared/domain/transfer/conversationImport'
import { t } from '../../i18n/t'
import { runConversationImport, type FinishedImport } from '../../rpc/runConversationImport'
import { openImport } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { ImportConversationsReport } from './ImportConversationsReport'

interface Shown {
  readonly part: number
  readonly progress?: ImportProgress | undefined
}

const close = (): void => openImport(false)

/** Imports the conversations of a file. Cancel ends an import that goes on, and says what it brought until then. */
export function ImportConversationsDialog() {
  const [shown, setShown] = useState<Shown>()
  const [finished, setFinished] = useState<FinishedImport>()
  const { busy, failed, run } = useAsyncAction()
  const ending = useRef(new AbortController())
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => ending.current.abort(), [])
  const start = (file: File): void =>
    run(async () => {
      ending.current = new AbortController()
      setShown({ part: 0 })
      try {
        const done = await runConversationImport(file, {
          signal: ending.current.signal,
          onProgress: (part, progress) => setShown({ part, progress }),
        })
        setFinished(done ?? undefined)
      } finally {
        setShown(undefined)
      }
    })
  const cancel = (): void => (busy ? ending.current.abort() : close())
  if (finished) return <ImportConversationsReport finished={finished} onClose={close} />
  return (
    <Dialog
      title={t('imports.title')}
      width="narrow"
      onClose={cancel}
      foot={
        <DialogFoot onCancel={cancel}>
          <Button size="action" look="ink" busy={busy} onClick={() => input.current?.click()}>
            {t('imports.choose')}
          </Button>
        </DialogFoot>
      }
    >
      <LabelledRow className="grid gap-2">
        <p>{t('imports.what')}</p>
        <p className="text-13 text-text-2">{t('imports.what.safe')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,.json,application/zip,application/json"
          aria-label={t('imports.file')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file can be chosen again.
            target.value = ''
            if (file) start(file)
          }}
        />
      </LabelledRow>
      {shown && (
        <LabelledRow>
          <progress aria-label={t('imports.title')} value={shown.part} max={1} className="call-progress" />
          <p role="status" className="pt-1 text-13 text-text-2 tabular-nums">
            {shown.progress ? t('imports.progress', { count: shown.progress.conversations }) : t('imports.taking')}
          </p>
        </LabelledRow>
      )}
      {failed && (
        <LabelledRow>
          <ErrorNotice role="alert" error={failed} />
        </LabelledRow>
      )}
    </Dialog>
  )
}
