import type { ImportSummary } from '../../../shared/domain/transfer/conversationImport'
import { t } from '../../i18n/t'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'
import { openExport, openImport } from '../../state/navigation'
import { undoImport } from '../../state/undoImport'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { StorageUsage } from './data/StorageUsage'
import { SettingRow } from './SettingRow'
import { SettingsSection } from './SettingsSection'

/** Takes conversations out of Parley and into it, says what was taken in, and what everything takes. */
export function DataPage() {
  return (
    <>
      <Conversations />
      <StorageUsage />
    </>
  )
}

function Conversations() {
  const version = useTopic('chat.conversations', (conversations) => conversations.length)
  const { data: imports = [] } = useHostQuery('imports.list', {}, { version })
  return (
    <SettingsSection title={t('settings.data.conversations')}>
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        <SettingRow title={t('exports.all')} help={t('exports.all.help')}>
          <Button size="small" onClick={() => openExport('all')}>
            {t('exports.exportAll')}
          </Button>
        </SettingRow>
        <SettingRow title={t('imports.title')} help={t('imports.help')}>
          <Button size="small" onClick={() => openImport(true)}>
            {t('imports.open')}
          </Button>
        </SettingRow>
        {imports.map((made) => (
          <ImportRow key={made.id} made={made} />
        ))}
      </div>
    </SettingsSection>
  )
}

function ImportRow({ made }: { readonly made: ImportSummary }) {
  const { file, at, conversations } = made
  const { busy, failed, run } = useAsyncAction()
  return (
    <SettingRow title={file} help={t('imports.row', { count: conversations, at })}>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Button size="small" busy={busy} aria-label={t('imports.remove', { file })} onClick={() => run(() => undoImport(made))}>
        {t('imports.remove.short')}
      </Button>
    </SettingRow>
  )
}
