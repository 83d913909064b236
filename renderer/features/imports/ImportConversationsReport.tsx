import { t } from '../../i18n/t'
import type { FinishedImport } from '../../rpc/runConversationImport'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { undoImport } from '../../state/undoImport'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { useAsyncAction } from '../../widgets/useAsyncAction'

/** What an import brought, and what was left out and why. */
export function ImportConversationsReport({ finished, onClose }: { readonly finished: FinishedImport; readonly onClose: () => void }) {
  const { importId, file, progress } = finished
  const { conversations, messages, skipped, early } = progress
  const { busy, failed, run } = useAsyncAction()
  const undo = (): void => run(() => undoImport({ id: importId, file }).then(onClose))
  return (
    <Dialog
      title={t('imports.title')}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <p className="min-w-0 grow" />
          {conversations > 0 && (
            <Button size="action" busy={busy} onClick={undo}>
              {t('imports.undo')}
            </Button>
          )}
          <Button size="action" look="ink" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <LabelledRow className="grid gap-2">
        <p role="status">
          {conversations === 0
            ? t('imports.none')
            : `${t('imports.imported', { count: conversations })} ${t('imports.messages', { count: messages })}`}
        </p>
        {early && <p>{t(`imports.early.${early}`)}</p>}
      </LabelledRow>
      {skipped.length > 0 && (
        <LabelledRow label={t('imports.skipped')}>
          <ul className="grid max-h-60 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto" tabIndex={0} aria-label={t('imports.skipped')}>
            {skipped.map(({ reason, count, titles }) => (
              <li key={reason}>
                {t(`imports.skipped.${reason}`, { count })}
                {titles.length > 0 && (
                  <ul className="ps-4 text-13 text-text-2">
                    {titles.map((title, index) => (
                      <li key={index} className="cut">
                        <bdi translate="no">{title}</bdi>
                      </li>
                    ))}
                    {count > titles.length && <li aria-hidden="true">…</li>}
                  </ul>
                )}
              </li>
            ))}
          </ul>
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
