import type {
  AppDeclared,
  AppGrant,
  DeclaredApp,
  DeclaredThing,
  GrantedThing,
  LastingAppGrant,
  UnreadApp,
} from '../../../../shared/domain/apps/app'
import { isNeverGiven } from '../../../../shared/domain/apps/appDevices'
import { declaredOrigins, hostOf, wildcardEnding, type ReachKind } from '../../../../shared/domain/apps/appOrigins'
import type { ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { errorTitle } from '../../../i18n/translateError'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { useClickGuard } from '../../../ui/hooks/useClickGuard'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { StatusLabel } from '../../../ui/StatusLabel'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

export interface DeclaredAppRowProps {
  readonly serverId: ServerId
  readonly app: DeclaredApp | UnreadApp
  /** What a person lets it always do. */
  readonly granted: LastingAppGrant | undefined
  /** Reads what it asks for anew. */
  readonly onReadAnew: () => Promise<unknown>
}

/** One app of a server: what shows it, and everything that it asks for, each to be allowed or taken back. */
export function DeclaredAppRow({ serverId, app, granted, onReadAnew }: DeclaredAppRowProps) {
  const { busy, failed, run } = useAsyncAction()
  const { resourceUri, tools } = app
  const things = thingsOf('hash' in app ? app.declared : undefined, granted?.grant)
  const allowOf = (thing: GrantedThing) =>
    'hash' in app && isDeclared(thing)
      ? () =>
          run(async () => {
            try {
              await callHost('apps.grantDeclared', { serverId, resourceUri, hash: app.hash, thing })
            } catch (thrown) {
              // What stands here is not what the app asks for: every other press would be refused too.
              if (AppError.from(thrown).code === 'CONFLICT') await onReadAnew()
              throw thrown
            }
          })
      : undefined
  // A press that was meant for what stood there, or the second of two, allows nothing.
  const shown = ['hash' in app && app.hash, things.map(({ name, isGranted }) => [name, isGranted])]
  const { box, armed } = useClickGuard(JSON.stringify(shown), { inPage: true })
  const takeBack = (thing: GrantedThing) => run(() => callHost('apps.takeBack', { serverId, resourceUri, thing }))
  return (
    <li className="grid gap-2 px-4 py-2.5">
      <div>
        <div translate="no" className="mono breakable font-label">
          <SafeText text={resourceUri} />
        </div>
        <div className="breakable text-12 text-text-2">
          <Text
            id="servers.apps.shows"
            values={{ count: tools.length }}
            components={{
              tools: (
                <span translate="no" className="mono text-text">
                  <SafeText text={translator().list(tools)} />
                </span>
              ),
            }}
          />
        </div>
        {granted && (
          <div className="text-12 text-text-3">
            {t('servers.apps.allowedAt', { at: translator().date(granted.grantedAt, { dateStyle: 'medium' }) })}
          </div>
        )}
      </div>
      {'error' in app && (
        <p className="text-12 text-text-2">
          {t('servers.apps.unread')} <SafeText own text={errorTitle(app.error)} />
        </p>
      )}
      {'hash' in app && things.length === 0 && <p className="text-12 text-text-2">{t('apps.reach.none')}</p>}
      {things.length > 0 && (
        <ul ref={box} aria-label={t('servers.apps.asksFor')} className="grid gap-1.5">
          {things.map((one) => (
            <ThingRow
              key={one.name}
              {...one}
              busy={busy}
              armed={armed}
              onTakeBack={() => takeBack(one.thing)}
              onAllow={allowOf(one.thing)}
            />
          ))}
        </ul>
      )}
      {failed && <ErrorNotice error={failed} role="alert" />}
      {'hash' in app && app.declared.refusedDeclarations > 0 && (
        <p className="text-12 text-text-3">{t('apps.question.refused', { count: app.declared.refusedDeclarations })}</p>
      )}
    </li>
  )
}

interface Thing {
  readonly name: string
  /** What goes which way. */
  readonly what: string
  /** Of all hosts that end so. */
  readonly ending?: string | undefined
  readonly isGranted: boolean
  readonly thing: GrantedThing
}

interface ThingRowProps extends Thing {
  readonly busy: boolean
  /** Whether a press is meant for what stands here. */
  readonly armed: boolean
  /** Undefined for what can only be taken back: an app asks for it itself. */
  readonly onAllow: (() => void) | undefined
  readonly onTakeBack: () => void
}

/** One thing that an app asks for or has. All hosts that end somehow are more than a name says. */
function ThingRow({ name, what, ending, isGranted, thing, busy, armed, onAllow, onTakeBack }: ThingRowProps) {
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border px-2.5 py-1.5',
        ending !== undefined ? 'border-danger-line' : isGranted ? 'border-accent-line' : 'border-line',
        isGranted && 'bg-accent-soft',
      )}
    >
      <div className="min-w-0 grow basis-60">
        <div className={classNames('breakable font-label', thing.kind === 'origin' && 'mono')}>
          <SafeText text={name} />
        </div>
        {what !== '' && <div className="text-12 text-text-2">{what}</div>}
        {ending !== undefined && <div className="text-12 font-label text-danger-text">{t('apps.question.wildcard', { ending })}</div>}
      </div>
      <StatusLabel shape={isGranted ? 'done' : 'off'} word={t(isGranted ? 'servers.apps.allowed' : 'servers.apps.notAllowed')} />
      {isGranted ? (
        <Button key="takeBack" size="small" disabled={busy} aria-label={t('apps.reach.takeBackNamed', { name })} onClick={onTakeBack}>
          {t('apps.reach.takeBack')}
        </Button>
      ) : thing.kind === 'permission' && isNeverGiven(thing.permission) ? null : (
        <Button
          key="allow"
          size="small"
          arming={!armed}
          disabled={busy}
          aria-label={t('servers.apps.allowNamed', { name })}
          onClick={onAllow}
        >
          {t('servers.apps.allow')}
        </Button>
      )}
    </li>
  )
}

/** Everything that an app declares, and what it was granted besides: what it cannot declare, or all of it where its page was not read. */
function thingsOf(declared: AppDeclared | undefined, grant: AppGrant | undefined): readonly Thing[] {
  const known = declared ? declaredOrigins(declared.reach) : []
  const others = grant?.origins.filter((origin) => !known.some((one) => one.origin === origin)) ?? []
  const permissions = new Set([...(declared?.permissions ?? []), ...(grant?.permissions ?? [])])
  return [
    ...[...known, ...others.map((origin) => ({ origin, kinds: [] }))].map(({ origin, kinds }) => ({
      name: hostOf(origin),
      what: kinds.map((kind) => t(`apps.question.${wayOf(kind)}`)).join(' · '),
      ending: wildcardEnding(origin),
      isGranted: grant?.origins.includes(origin) ?? false,
      thing: { kind: 'origin' as const, origin },
    })),
    ...[...permissions].map((permission) => ({
      name: t(`apps.permission.${permission}`),
      what: isNeverGiven(permission) ? t('apps.permission.notShutIn') : '',
      isGranted: grant?.permissions.includes(permission) ?? false,
      thing: { kind: 'permission' as const, permission },
    })),
    ...(grant?.ownCode ? [{ name: t('apps.reach.code'), what: '', isGranted: true, thing: { kind: 'ownCode' as const } }] : []),
    ...(grant?.redirects ? [{ name: t('apps.reach.redirects'), what: '', isGranted: true, thing: { kind: 'redirects' as const } }] : []),
  ]
}

const isDeclared = (thing: GrantedThing): thing is DeclaredThing => thing.kind === 'origin' || thing.kind === 'permission'

const wayOf = (kind: ReachKind): 'send' | 'load' | 'frames' => (kind === 'connect' ? 'send' : kind)
