import type { LastingAppGrant } from '../../../../shared/domain/apps/app'
import type { ServerId } from '../../../../shared/domain/ids'
import { t, translator } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { SafeText } from '../../../ui/SafeText'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

/** What a person lets the apps of a server always do, each with its way back. Nothing where that is nothing. */
export function AppsSection({ serverId }: { readonly serverId: ServerId }) {
  const { busy, failed, run } = useAsyncAction()
  const grants = useTopic('apps.grants', (all) => all)?.filter((one) => one.serverId === serverId) ?? []
  const allowedAt = useTopic('apps.unprotected', (all) => all.find((one) => one.serverId === serverId)?.allowedAt)
  if (grants.length === 0 && allowedAt === undefined) return null
  const on = (at: number): string => t('servers.apps.allowedAt', { at: translator().date(at, { dateStyle: 'medium' }) })
  return (
    <section aria-label={t('servers.apps')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.apps')}</h3>
      {failed && <ErrorNotice error={failed} role="alert" />}
      <ul className="divide-y divide-line rounded-3 border border-line bg-raised">
        {allowedAt !== undefined && (
          <li className="flex items-center gap-4 px-4 py-2.5">
            <div className="min-w-0 grow">
              <div className="font-label">{t('servers.apps.unprotected')}</div>
              <div className="text-12 text-text-2">{t('servers.apps.unprotected.help')}</div>
              <div className="text-12 text-text-3">{on(allowedAt)}</div>
            </div>
            <Button size="small" disabled={busy} onClick={() => run(() => callHost('apps.setUnprotected', { serverId, on: false }))}>
              {t('servers.apps.unprotected.takeBack')}
            </Button>
          </li>
        )}
        {grants.map(({ resourceUri, grant, grantedAt }) => (
          <li key={resourceUri} className="flex items-center gap-4 px-4 py-2.5">
            <div className="min-w-0 grow">
              <div translate="no" className="mono breakable font-label">
                <SafeText text={resourceUri} />
              </div>
              <div className="breakable text-12 text-text-2">
                <SafeText text={namesOf(grant).join(' · ')} />
              </div>
              <div className="text-12 text-text-3">{on(grantedAt)}</div>
            </div>
            <Button
              size="small"
              disabled={busy}
              aria-label={t('servers.apps.takeBackNamed', { name: resourceUri })}
              onClick={() => run(() => callHost('apps.takeBack', { serverId, resourceUri }))}
            >
              {t('servers.apps.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function namesOf({ origins, permissions, ownCode, redirects }: LastingAppGrant['grant']): readonly string[] {
  return [
    ...origins.map((origin) => origin.replace(/^\w+:\/\//, '')),
    ...permissions.map((permission) => t(`apps.permission.${permission}`)),
    ...(ownCode ? [t('apps.reach.code')] : []),
    ...(redirects ? [t('apps.reach.redirects')] : []),
  ]
}
