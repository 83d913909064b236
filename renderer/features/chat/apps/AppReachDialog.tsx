import type { GrantedThing, StartedApp } from '../../../../shared/domain/apps/app'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { SafeText } from '../../../ui/SafeText'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import type { AppInstance } from './appInstance'
import { declaredOrigins, hostOf, type ReachKind } from '../../../../shared/domain/apps/appOrigins'

export interface AppReachDialogProps {
  readonly app: AppInstance
  readonly started: StartedApp
  /** It runs though the browser cannot shut it in. */
  readonly unprotected?: boolean | undefined
  readonly onClose: () => void
}

/** What an app may reach and use, each with its way back. Taking something back ends the app. */
export function AppReachDialog({ app, started, unprotected = false, onClose }: AppReachDialogProps) {
  const { serverId, declared, grant } = started
  const { busy, failed, run } = useAsyncAction()
  const takeBack = (left: Partial<StartedApp['grant']>, thing?: GrantedThing) => () =>
    run(async () => {
      await app.takeBack({ ...grant, origins: [...grant.origins], permissions: [...grant.permissions], ...left }, thing)
      onClose()
    })
  const granted = grantedThings(started)
  return (
    <Dialog
      width="narrow"
      title={t('apps.reach.title', { server: serverId })}
      end={
        granted.length > 1 && (
          <Button size="small" disabled={busy} onClick={takeBack({ origins: [], ownCode: false, redirects: false, permissions: [] })}>
            {t('apps.reach.takeAllBack')}
          </Button>
        )
      }
      onClose={onClose}
      foot={
        <Button size="action" className="ms-auto" onClick={onClose}>
          {t('apps.closeDialog')}
        </Button>
      }
    >
      <LabelledRow>
        {unprotected && <p className="pb-2 text-danger-text">{t('apps.reach.unprotected')}</p>}
        {granted.length === 0 && !unprotected && <p className="text-text-2">{t('apps.reach.none')}</p>}
        <ul className="grid gap-1.5">
          {granted.map(({ name, what, thing, left }) => (
            <li key={name} className="flex items-center gap-3">
              <span className="breakable grow">
                <SafeText text={name} />
              </span>
              <span className="text-text-2">{what}</span>
              <Button size="small" disabled={busy} aria-label={t('apps.reach.takeBackNamed', { name })} onClick={takeBack(left, thing)}>
                {t('apps.reach.takeBack')}
              </Button>
            </li>
          ))}
        </ul>
        {failed && <ErrorNotice error={failed} role="alert" />}
        {declared.refusedDeclarations > 0 && (
          <p className="pt-2 text-12 text-text-3">{t('apps.question.refused', { count: declared.refusedDeclarations })}</p>
        )}
      </LabelledRow>
    </Dialog>
  )
}

interface Granted {
  readonly name: string
  readonly what: string
  readonly thing: GrantedThing
  /** What changes of the grant without it. */
  readonly left: Partial<{ origins: string[]; ownCode: boolean; redirects: boolean; permissions: StartedApp['grant']['permissions'] }>
}

function grantedThings({ declared, grant }: StartedApp): readonly Granted[] {
  const origins = declaredOrigins(declared.reach).filter(({ origin }) => grant.origins.includes(origin))
  return [
    ...origins.map(({ origin, kinds }): Granted => ({
      name: hostOf(origin),
      what: kinds.map((kind) => t(`apps.reach.${wayOf(kind)}`)).join(' · '),
      thing: { kind: 'origin', origin },
      left: { origins: grant.origins.filter((one) => one !== origin) },
    })),
    ...grant.permissions.map((permission): Granted => ({
      name: t(`apps.permission.${permission}`),
      what: '',
      thing: { kind: 'permission', permission },
      left: { permissions: grant.permissions.filter((one) => one !== permission) },
    })),
    ...(grant.ownCode ? [{ name: t('apps.reach.code'), what: '', thing: { kind: 'ownCode' as const }, left: { ownCode: false } }] : []),
    ...(grant.redirects
      ? [{ name: t('apps.reach.redirects'), what: '', thing: { kind: 'redirects' as const }, left: { redirects: false } }]
      : []),
  ]
}

const wayOf = (kind: ReachKind): 'data' | 'load' | 'frames' => (kind === 'connect' ? 'data' : kind)
