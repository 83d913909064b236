import { useState } from 'react'
import type { AppDeclared, AppPermission, GrantLasts, StartedApp } from '../../../../shared/domain/apps/app'
import type { MessageId } from '../../../../shared/i18n/message'
import { ServerName, ServerText } from '../../../i18n/ServerText'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { Dialog } from '../../../ui/Dialog'
import { SafeText } from '../../../ui/SafeText'
import { LetterTile } from '../../../ui/LetterTile'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Switch } from '../../../ui/form/Switch'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import type { AppInstance } from './appInstance'
import { AppMeetingRow } from './lines/AppMeetingRow'
import { missingReach } from './appView'
import { Data } from './lines/Line'
import { isNeverGiven } from '../../../../shared/domain/apps/appDevices'
import { declaredOrigins, hostOf, wildcardEnding, type ReachKind } from '../../../../shared/domain/apps/appOrigins'

/** What led to the question: hosts that the app names, one that it asked for, or code of its own. */
export type AskedBecause = 'named' | 'refused' | 'code'

export interface AppGrantQuestionProps {
  readonly app: AppInstance
  readonly started: StartedApp
  readonly because: AskedBecause
  readonly onClose: () => void
}

interface Ticked {
  readonly origins: readonly string[]
  readonly permissions: readonly AppPermission[]
  readonly redirects: boolean
  readonly ownCode: boolean
}

/** Asks what an app may reach and do. Everything starts unticked but what it may already. A person has opened it. */
export function AppGrantQuestion({ app, started, because, onClose }: AppGrantQuestionProps) {
  const { serverId, declared, grant } = started
  const [ticked, setTicked] = useState<Ticked>(grant)
  const { busy, failed, run } = useAsyncAction()
  const meeting = useHostQuery('apps.meeting', { conversationId: app.conversationId, callId: app.callId })
  const { origins: missing } = missingReach(started)
  const namesHosts = declaredOrigins(declared.reach).length > 0
  const added = ticked.origins.filter((origin) => !grant.origins.includes(origin)).length
  const code = ticked.ownCode && !grant.ownCode
  const isMore = added > 0 || code || ticked.permissions.length > grant.permissions.length || (ticked.redirects && !grant.redirects)
  const answer = (lasts: GrantLasts) => () =>
    run(async () => {
      app.answered()
      await app.grant({ ...ticked, origins: [...ticked.origins], permissions: [...ticked.permissions] }, lasts)
      onClose()
    })
  const deny = (): void => {
    app.answered()
    onClose()
  }
  const [first = ''] = missing
  const title =
    missing.length === 1
      ? t('apps.question.title.host', { server: serverId, host: hostOf(first) })
      : t('apps.question.title.hosts', { server: serverId, count: missing.length })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      contentKey={`${added} ${String(code)} ${String(meeting.isSuccess)}`}
      foot={(arming, unseen) => (
        <>
          <Button size="action" disabled={busy} onClick={deny}>
            {t('apps.question.deny')}
          </Button>
          <p className="min-w-0 grow px-2 text-12 text-text-3">
            {!isMore ? t('apps.question.none') : t(code ? 'apps.question.note.code' : 'apps.question.note')}
          </p>
          <Button
            size="action"
            arming={arming}
            disabled={!isMore || busy || !meeting.isSuccess || unseen !== undefined}
            onClick={answer('always')}
          >
            {t('apps.question.always')}
          </Button>
          <Button
            size="action"
            look={code || meeting.data ? 'danger' : 'ink'}
            arming={arming}
            busy={busy}
            disabled={!isMore || !meeting.isSuccess || unseen !== undefined}
            onClick={answer('open')}
          >
            {t(code ? 'apps.question.allowCode' : 'apps.question.allow', { count: added })}
          </Button>
        </>
      )}
    >
      <div className="*:border-b *:border-line *:last:border-b-0">
        <LabelledRow>
          <div className="flex items-center gap-3">
            <LetterTile name={serverId} size={36} />
            <span className="text-12 text-text-2">
              <ServerName name={serverId} /> · <Text id="apps.question.called" components={{ tool: <Data>{toolName(started)}</Data> }} />
            </span>
          </div>
        </LabelledRow>
        <LabelledRow label={t('apps.question.why')}>
          <p>
            <b className="font-label">{t(whyAsked(because, namesHosts))}</b>{' '}
            <span className="text-text-2">{t('apps.question.why.without')}</span>
          </p>
        </LabelledRow>
        <Call started={started} />
        <AppMeetingRow meeting={meeting.data} error={meeting.error} />
        <Hosts declared={declared} ticked={ticked} onTicked={(origins) => setTicked({ ...ticked, origins })} />
        {declared.permissions.length > 0 && (
          <LabelledRow label={t('apps.question.devices')}>
            <div className="grid gap-1.5">
              {declared.permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  label={t(`apps.permission.${permission}`)}
                  {...(isNeverGiven(permission) && { help: t('apps.permission.notShutIn') })}
                  disabled={isNeverGiven(permission) && !ticked.permissions.includes(permission)}
                  checked={ticked.permissions.includes(permission)}
                  onChecked={(on) => setTicked({ ...ticked, permissions: toggled(ticked.permissions, permission, on) })}
                />
              ))}
            </div>
          </LabelledRow>
        )}
        <LabelledRow label={t('apps.question.means')}>
          <p className="text-text-2">{t(namesHosts ? 'apps.question.means.text' : 'apps.question.means.noHosts')}</p>
        </LabelledRow>
        {namesHosts && (
          <LabelledRow label={t('apps.question.redirects')}>
            <div className="flex items-start gap-3">
              <Switch
                label={t('apps.question.redirects.label')}
                checked={ticked.redirects}
                onChecked={(redirects) => setTicked({ ...ticked, redirects })}
                className="mt-0.5"
              />
              <span>
                <span className="font-label">{t('apps.question.redirects.label')}</span>
                <span className="block text-12 text-text-3">{t('apps.question.redirects.help')}</span>
              </span>
            </div>
          </LabelledRow>
        )}
        <LabelledRow label={t('apps.question.code')}>
          <div className={classNames('rounded-2 border border-danger-line px-3 py-2', ticked.ownCode && 'bg-danger-soft')}>
            <Checkbox
              label={t('apps.question.code.label')}
              help={<ServerText id="apps.question.code.help" server={serverId} />}
              checked={ticked.ownCode}
              onChecked={(ownCode) => setTicked({ ...ticked, ownCode })}
            />
          </div>
        </LabelledRow>
        {failed && (
          <LabelledRow>
            <ErrorNotice error={failed} role="alert" />
          </LabelledRow>
        )}
      </div>
    </Dialog>
  )
}

function whyAsked(because: AskedBecause, namesHosts: boolean): MessageId {
  if (because === 'refused') return 'apps.question.why.asked'
  return because === 'named' && !namesHosts ? 'apps.question.why.namedDevices' : `apps.question.why.${because}`
}

function toolName({ tool }: StartedApp): string {
  const name = tool['name']
  return typeof name === 'string' ? name : ''
}

function Call({ started }: { readonly started: StartedApp }) {
  return (
    <LabelledRow label={t('apps.question.call')}>
      <p translate="no" className="mono breakable">
        <span className="font-label">
          <SafeText text={toolName(started)} />
        </span>{' '}
        <span className="text-text-2">
          <SafeText text={JSON.stringify(started.input)} />
        </span>
      </p>
    </LabelledRow>
  )
}

interface HostsProps {
  readonly declared: AppDeclared
  readonly ticked: Ticked
  readonly onTicked: (origins: readonly string[]) => void
}

/** One checkbox for each host, with what goes which way. A wildcard says what it covers. */
function Hosts({ declared, ticked, onTicked }: HostsProps) {
  const all = declaredOrigins(declared.reach)
  if (all.length === 0) return null
  const rest = all.filter(({ origin }) => !ticked.origins.includes(origin))
  return (
    <LabelledRow label={t('apps.question.hosts')}>
      <div className="grid gap-1.5">
        {all.map(({ origin, kinds }) => {
          const on = ticked.origins.includes(origin)
          const ending = wildcardEnding(origin)
          return (
            <div
              key={origin}
              className={classNames(
                'flex flex-wrap items-start justify-between gap-x-3 rounded-2 border px-2.5 py-1.5',
                ending !== undefined ? 'border-danger-line' : on ? 'border-accent-line' : 'border-line',
                on && 'bg-accent-soft',
              )}
            >
              <Checkbox
                data
                label={hostOf(origin)}
                help={kinds.map((kind) => t(`apps.question.${wayOf(kind)}`)).join(' · ')}
                checked={on}
                onChecked={(tick) => onTicked(toggled(ticked.origins, origin, tick))}
              />
              {ending !== undefined && (
                <span className="text-12 font-label text-danger-text">{t('apps.question.wildcard', { ending })}</span>
              )}
            </div>
          )
        })}
        {rest.length > 1 && (
          <div>
            <Button size="small" onClick={() => onTicked(all.map(({ origin }) => origin))}>
              {t('apps.question.selectAll')}
            </Button>
          </div>
        )}
        {declared.refusedDeclarations > 0 && (
          <p className="text-12 text-text-3">{t('apps.question.refused', { count: declared.refusedDeclarations })}</p>
        )}
      </div>
    </LabelledRow>
  )
}

const wayOf = (kind: ReachKind): 'send' | 'load' | 'frames' => (kind === 'connect' ? 'send' : kind)

function toggled<T>(list: readonly T[], item: T, on: boolean): readonly T[] {
  return on ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item)
}
