import type { ReactNode } from 'react'
import { useTopic } from '../../rpc/useTopic'
import { CopyButton } from '../../ui/CopyButton'
import { Skeleton } from '../../ui/Skeleton'
import { SettingsSection } from './SettingsSection'
import { t } from '../../i18n/t'

/** Shows the version of Parley, where it stores its data, and how it stores secrets. */
export function AboutPage() {
  const app = useTopic('app')
  if (!app) return <Skeleton label={t('settings.about')} />
  return (
    <SettingsSection title={t('settings.about.title')}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3">
        <Fact name={t('settings.about.version')}>
          <span translate="no">{app.version}</span>
        </Fact>
        <Fact name={t('settings.about.runsAs')}>
          {t('settings.about.platform', { shell: t(`settings.about.shell.${app.shell}`), platform: app.platform })}
        </Fact>
        <Fact name={t('settings.about.dataFolder')} end={<CopyButton label={t('settings.copyPath')} text={() => app.dataDir} />}>
          <code translate="no" className="mono breakable">
            {app.dataDir}
          </code>
        </Fact>
        <Fact name={t('settings.about.secrets')}>{t(`secrets.storage.${app.secretsKept}`)}</Fact>
      </dl>
    </SettingsSection>
  )
}

function Fact({ name, end, children }: { readonly name: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
      <dd>{end}</dd>
    </>
  )
}
