import { ServerText } from '../../i18n/ServerText'
import type { ServerConfig, TraceSwitch } from '../../../shared/domain/server'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { showSettings } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { Switch } from '../../ui/form/Switch'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { ChoiceRow } from './ChoiceRow'
import { t } from '../../i18n/t'

/** What a server learns of Parley's traces, while telemetry is on. */
export function TraceSection({ server }: { readonly server: ServerConfig }) {
  const isOn = useTopic('telemetry', ({ config }) => config.state === 'on') ?? false
  const { failed, run } = useAsyncAction()
  const [context, share] = [t('servers.about.trace.context', { server: server.id }), t('servers.about.trace.share', { server: server.id })]
  const set = (name: TraceSwitch, on: boolean): void => run(() => callHost('servers.setTracing', { serverId: server.id, name, on }))
  return (
    <section aria-label={t('servers.about.trace')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.about.trace')}</h3>
      {failed && <ErrorNotice error={failed} />}
      {!isOn && (
        <p className="mb-2 text-12 text-text-3">
          {t('servers.about.trace.off')}{' '}
          <AppLink to="telemetry" className="text-accent underline" onGo={() => showSettings('telemetry')}>
            {t('servers.about.trace.settings')}
          </AppLink>
        </p>
      )}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        <ChoiceRow title={<ServerText id="servers.about.trace.context" server={server.id} />} help={t('servers.about.trace.contextHelp')}>
          <Switch label={context} checked={server.traceContext} onChecked={(on) => set('traceContext', on)} />
        </ChoiceRow>
        <ChoiceRow title={<ServerText id="servers.about.trace.share" server={server.id} />} help={t('servers.about.trace.shareHelp')}>
          <Switch
            label={share}
            checked={server.traceContext && server.shareTraceId}
            disabled={!server.traceContext}
            onChecked={(on) => set('shareTraceId', on)}
          />
        </ChoiceRow>
      </div>
    </section>
  )
}
