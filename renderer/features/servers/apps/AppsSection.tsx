import type { LastingAppGrant } from '../../../../shared/domain/apps/app'
import { hostOf } from '../../../../shared/domain/apps/appOrigins'
import type { ServerId } from '../../../../shared/domain/ids'
import { t, translator } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useCatalog } from '../../../rpc/useCatalog'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { SafeText } from '../../../ui/SafeText'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { DeclaredAppRow } from './DeclaredAppRow'

/** What the apps of a server ask for, and what a person lets them always do, each with its way and its way back. Nothing where there is neither. */
export function AppsSection({ serverId }: { readonly serverId: ServerId }) {
  const { busy, failed, run } = useAsyncAction()
  const grants = useTopic('apps.grants', (all) => all)?.filter((one) => one.serverId === serverId) ?? []
  const allowedAt = useTopic('apps.unprotected', (all) => all.find((one) => one.serverId === serverId)?.allowedAt)
  const { hasApps, declared, isReading, error, readAnew } = useDeclaredApps(serverId)
  // Of an interface that was not read now: its server does not run, or names it no more.
  const others = grants.filter(({ resourceUri }) => !declared.some((one) => one.resourceUri === resourceUri))
  if (grants.length === 0 && allowedAt === undefined && !hasApps) return null
  return (
    <section aria-label={t('servers.apps')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.apps')}</h3>
      {hasApps && <p className="mb-2 text-12 text-text-2">{t('servers.apps.means')}</p>}
      {failed && <ErrorNotice error={failed} role="alert" />}
      {error && <ErrorNotice error={error} />}
      <ul className="divide-y divide-line rounded-3 border border-line bg-raised empty:hidden">
        {allowedAt !== undefined && (
          <li className="flex items-center gap-4 px-4 py-2.5">
            <div className="min-w-0 grow">
              <div className="font-label">{t('servers.apps.unprotected')}</div>
              <div className="text-12 text-text-2">{t('servers.apps.unprotected.help')}</div>
              <div className="text-12 text-text-3">{allowedOn(allowedAt)}</div>
            </div>
            <Button size="small" disabled={busy} onClick={() => run(() => callHost('apps.setUnprotected', { serverId, on: false }))}>
              {t('servers.apps.unprotected.takeBack')}
            </Button>
          </li>
        )}
        {declared.map((app) => (
          <DeclaredAppRow
            key={app.resourceUri}
            serverId={serverId}
            app={app}
            granted={grants.find(({ resourceUri }) => resourceUri === app.resourceUri)}
            onReadAnew={readAnew}
          />
        ))}
        {isReading && (
          <li>
            <Skeleton rows={2} label={t('servers.apps.reading')} />
          </li>
        )}
        {others.map(({ resourceUri, grant, grantedAt }) => (
          <li key={resourceUri} className="flex items-center gap-4 px-4 py-2.5">
            <div className="min-w-0 grow">
              <div translate="no" className="mono breakable font-label">
                <SafeText text={resourceUri} />
              </div>
              <div className="breakable text-12 text-text-2">
                <SafeText text={namesOf(grant).join(' · ')} />
              </div>
              <div className="text-12 text-text-3">{allowedOn(grantedAt)}</div>
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

/** What the apps of a server ask for, as their pages are now. They are read while the server runs. */
function useDeclaredApps(serverId: ServerId) {
  const ready = useTopic('connections.states', (states) => states[serverId]?.phase === 'ready') ?? false
  const version = useTopic('servers.catalogVersions', (versions) => versions[serverId] ?? 0) ?? 0
  const { data: catalog } = useCatalog(serverId, ready)
  const hasApps = ready && catalog?.tools.some(({ ui }) => ui !== undefined) === true
  const { data, isPending, error, refetch: readAnew } = useHostQuery('apps.declared', { serverId }, { enabled: hasApps, version })
  return { hasApps, declared: (hasApps && data) || [], isReading: hasApps && isPending, error: hasApps ? error : null, readAnew }
}

const allowedOn = (at: number): string => t('servers.apps.allowedAt', { at: translator().date(at, { dateStyle: 'medium' }) })

function namesOf({ origins, permissions, ownCode, redirects }: LastingAppGrant['grant']): readonly string[] {
  return [
    ...origins.map(hostOf),
    ...permissions.map((permission) => t(`apps.permission.${permission}`)),
    ...(ownCode ? [t('apps.reach.code')] : []),
    ...(redirects ? [t('apps.reach.redirects')] : []),
  ]
}
