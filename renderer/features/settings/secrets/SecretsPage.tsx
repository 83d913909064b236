import { useState } from 'react'
import type { VaultView } from '../../../../shared/domain/vaultState'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { UnlockButton } from '../../../widgets/UnlockButton'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { ChangePassphrase } from './ChangePassphrase'
import { SecretRow } from './SecretRow'
import { SettingsSection } from '../SettingsSection'
import { SettingRow } from '../SettingRow'
import { t } from '../../../i18n/t'

/** Shows where secrets are stored, which ones exist and what uses them. Never shows a value. */
export function SecretsPage() {
  const vault = useTopic('vault')
  if (!vault) return <Skeleton label={t('secrets.page')} />
  return (
    <>
      <SettingsSection title={t('secrets.where')}>
        <Kept vault={vault} />
      </SettingsSection>
      <SettingsSection title={t('secrets.what')} end={<span className="text-12 text-text-3">{t('secrets.neverShown')}</span>}>
        <div className="rounded-3 border border-line bg-raised">
          {vault.secrets.length === 0 && <EmptyState title={t('secrets.none')} text={t('secrets.noneHelp')} />}
          {vault.secrets.length > 0 && (
            <ul aria-label={t('secrets.list')} className="divide-y divide-line">
              {vault.secrets.map((secret) => (
                <SecretRow
                  key={secret.kind === 'secret' ? `secret ${secret.name}` : `${secret.kind} ${secret.id}`}
                  secret={secret}
                  kept={vault.kept}
                />
              ))}
            </ul>
          )}
        </div>
      </SettingsSection>
    </>
  )
}

function Kept({ vault }: { readonly vault: VaultView }) {
  const [changing, setChanging] = useState(false)
  const { busy, failed, run } = useAsyncAction()
  const { kept, state, withoutKeychain = false } = vault
  const open = state === 'open'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {vault.problem && <ErrorNotice error={vault.problem} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        <SettingRow title={t(`secrets.state.${state}`)} help={t(`secrets.storage.${kept}`)}>
          <div className="flex flex-wrap gap-1.5">
            <UnlockButton size="usual" />
            {open && (
              <Button size="usual" aria-expanded={changing} onClick={() => setChanging(!changing)}>
                {t(kept === 'passphrase' ? 'secrets.change' : 'secrets.usePassphrase')}
              </Button>
            )}
            {open && kept !== 'keychain' && !withoutKeychain && (
              <Button look="bare" busy={busy} onClick={() => run(() => callHost('secrets.moveToKeychain', {}))}>
                {t('secrets.toKeychain')}
              </Button>
            )}
          </div>
        </SettingRow>
        {changing && open && <ChangePassphrase has={kept === 'passphrase'} onDone={() => setChanging(false)} />}
      </div>
    </div>
  )
}
