import { useState } from 'react'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { formatBytes } from '../../../ui/format/formatBytes'
import { SettingRow } from '../SettingRow'
import { SettingsSection } from '../SettingsSection'
import { DeleteFilesDialog } from './DeleteFilesDialog'

const parts = ['database', 'searchIndex', 'copies', 'settings'] as const

/** How much each part of the data folder takes, and the way to delete old files. */
export function StorageUsage() {
  const [deletes, setDeletes] = useState(false)
  const stored = useTopic('files.stored')
  // An import, or a removal, changes what the database takes.
  const conversations = useTopic('chat.conversations', (list) => list.length)
  const inMemory = useTopic('app', (app) => app.secretsKept === 'memory')
  const { data: sizes } = useHostQuery('files.dataSizes', {}, { version: [stored, conversations] })
  return (
    <SettingsSection title={t('settings.data.kept')}>
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        <SettingRow title={t('settings.data.files')} help={t('settings.data.files.help')}>
          {stored && (
            <>
              <Size>{t('settings.data.files.size', { count: stored.count, size: formatBytes(stored.bytes) })}</Size>
              <Button size="small" disabled={stored.count === 0} onClick={() => setDeletes(true)}>
                {t('settings.data.files.delete')}
              </Button>
            </>
          )}
        </SettingRow>
        {sizes &&
          parts
            .filter((part) => part !== 'copies' || sizes.copies > 0)
            .map((part) => (
              <SettingRow
                key={part}
                title={t(`settings.data.part.${part}`)}
                help={t(
                  part === 'settings' && inMemory === true ? 'settings.data.part.settings.inMemory' : `settings.data.part.${part}.help`,
                )}
              >
                <Size>{formatBytes(sizes[part])}</Size>
              </SettingRow>
            ))}
      </div>
      {deletes && <DeleteFilesDialog onClose={() => setDeletes(false)} />}
    </SettingsSection>
  )
}

function Size({ children }: { readonly children: string }) {
  return <span className="num text-text-2">{children}</span>
}
