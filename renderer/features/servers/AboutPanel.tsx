import { ServerText } from '../../i18n/ServerText'
import { useEffect, useRef, type ReactNode } from 'react'
import { launchLine } from '../../../shared/domain/launch/launchLine'
import { looksSecret } from '../../../shared/secrets/secretPatterns'
import type { ConfigValue } from '../../../shared/domain/configValue'
import { callHost } from '../../rpc/callHost'
import { usePolicy } from '../../rpc/usePolicy'
import { useNavigation } from '../../state/navigation'
import { CallsChoice } from '../../widgets/callsChoice/CallsChoice'
import { PolicyLock } from '../../widgets/PolicyLock'
import { CopyButton } from '../../ui/CopyButton'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeText } from '../../ui/SafeText'
import { ServerQuote } from '../../ui/ServerQuote'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { Switch } from '../../ui/form/Switch'
import { DeprecationNote } from '../../widgets/deprecation/DeprecationNote'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import type { ServerWithState } from '../../rpc/useServers'
import { ProtocolSection } from './ProtocolSection'
import { SamplingSection } from './SamplingSection'
import { ChoiceRow } from './ChoiceRow'
import { ExposureSection } from './ExposureSection'
import { Capabilities } from './Capabilities'
import { AppsSection } from './apps/AppsSection'
import { ExtensionsSection } from './ExtensionsSection'
import { TraceSection } from './TraceSection'
import { t, translator } from '../../i18n/t'

/** Shows what a server is, what it says about itself, and what the person believes of it. */
export function AboutPanel({ server, state }: ServerWithState) {
  const { failed, run } = useAsyncAction()
  const { launch } = server
  const calls = useRef<HTMLDivElement>(null)
  const isWanted = useNavigation(({ serverSection }) => serverSection === 'calls')
  useEffect(() => {
    if (!isWanted) return
    calls.current?.scrollIntoView({ block: 'center' })
    calls.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true })
    useNavigation.setState({ serverSection: undefined })
  }, [isWanted])
  // What the policy forbids is off, whatever the user chose before.
  const modelForbidden = usePolicy().locks.sampling?.facts.some(({ code }) => code === 'samplingOff') === true
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failed && <ErrorNotice error={failed} />}
      <PolicyLock part="sampling" />
      <PolicyLock part="elicitation" />
      <Section title={t('servers.about.trust')}>
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <ChoiceRow title={<ServerText id="servers.about.believe" server={server.id} />} help={t('servers.about.believeHelp')}>
            <Switch
              label={t('servers.about.believe', { server: server.id })}
              checked={server.trusted}
              onChecked={(trusted) => run(() => callHost('servers.setTrusted', { serverId: server.id, trusted }))}
            />
          </ChoiceRow>
          <div ref={calls} className="px-4 py-2.5">
            <CallsChoice server={server} />
          </div>
          <ChoiceRow
            title={t('servers.about.model')}
            help={
              <>
                {t('servers.about.modelHelp')}
                <DeprecationNote feature="sampling" of={{ serverId: server.id, state }} />
              </>
            }
          >
            {modelForbidden ? (
              <span>{t('servers.about.off')}</span>
            ) : (
              <SegmentedControl
                label={t('servers.about.model')}
                value={server.sampling}
                options={[
                  { value: 'off', label: t('servers.about.off') },
                  { value: 'ask', label: t('servers.about.ask') },
                ]}
                onValue={(sampling) => run(() => callHost('servers.setSampling', { serverId: server.id, sampling }))}
              />
            )}
          </ChoiceRow>
          <ChoiceRow title={<ServerText id="servers.about.letAsk" server={server.id} />} help={t('servers.about.letAskHelp')}>
            <Switch
              label={t('servers.about.letAsk', { server: server.id })}
              checked={server.elicitation === 'ask'}
              onChecked={(on) => run(() => callHost('servers.setElicitation', { serverId: server.id, elicitation: on ? 'ask' : 'off' }))}
            />
          </ChoiceRow>
        </div>
      </Section>
      {server.sampling === 'ask' && !modelForbidden && <SamplingSection server={server} />}
      <ExposureSection server={server} />
      <ProtocolSection server={server} state={state} />
      <ExtensionsSection server={server} state={state} />
      <AppsSection serverId={server.id} />
      <TraceSection server={server} />
      {state.phase === 'ready' && state.instructions !== undefined && (
        <Section title={t('servers.about.says')}>
          <ServerQuote by={server.id} text={state.instructions} note={t('servers.about.saysNote')} cutAt={4000} />
        </Section>
      )}
      <Section title={t('servers.about.runs')} end={<CopyButton text={() => launchLine(launch)} />}>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-3 border border-line bg-raised px-4 py-3 text-12">
          <Fact name={t(launch.kind === 'stdio' ? 'servers.about.command' : 'servers.about.address')}>
            <code translate="no" className="breakable whitespace-pre-wrap">
              {launchLine(launch)}
            </code>
          </Fact>
          {launch.kind === 'stdio' && launch.cwd !== undefined && (
            <Fact name={t('servers.about.folder')}>
              <code translate="no" className="breakable">
                {launch.cwd}
              </code>
            </Fact>
          )}
          {Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers).map(([name, value]) => (
            <Fact key={name} name={<span translate="no">{name}</span>}>
              <Value name={name} value={value} />
            </Fact>
          ))}
          {state.phase === 'ready' && (
            <>
              <Fact name={t('servers.about.callsItself')}>
                <SafeText text={[state.identity.title, state.identity.name, state.identity.version].filter(Boolean).join(' · ')} />
              </Fact>
              <Fact name={t('servers.about.protocol')}>
                <span translate="no" className="whitespace-nowrap">
                  {state.negotiation.version}
                </span>
              </Fact>
              <Fact name={t('servers.about.begins')}>{t(`servers.about.era.${state.negotiation.era}`)}</Fact>
              <Fact name={t('servers.about.transport')}>
                {t(`servers.about.transport.${state.transport}`)}
                {state.transport === 'sse' && <DeprecationNote feature="httpSse" of={{ serverId: server.id, state }} />}
              </Fact>
              <Fact name={t('servers.about.capabilities')}>
                <Capabilities serverId={server.id} state={state} />
              </Fact>
              <Fact name={t('servers.about.since')}>{translator().date(state.since, { dateStyle: 'short', timeStyle: 'medium' })}</Fact>
            </>
          )}
        </dl>
      </Section>
    </div>
  )
}

function Section({ title, end, children }: { readonly title: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-14 font-title">{title}</h3>
        {end}
      </div>
      {children}
    </section>
  )
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="breakable max-w-48 text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
    </>
  )
}

/** Hides a value that looks like a secret, even though a file contains it in plain text. */
function Value({ name, value }: { readonly name: string; readonly value: ConfigValue }) {
  if (typeof value !== 'string') return t('servers.about.secret', { name: value.secret })
  return <span translate="no">{looksSecret(name, value) ? '•••' : value}</span>
}
