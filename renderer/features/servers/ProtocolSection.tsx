import { protocolChoices, versionsOf, type ProtocolChoice } from '../../../shared/protocol/protocolChoice'
import { describeNegotiation } from '../../../shared/protocol/describeNegotiation'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { PolicyNarrowing } from '../../../shared/domain/policy'
import type { ProtocolCap, ServerConfig } from '../../../shared/domain/server'
import type { ErrorReason } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import type { ServerWithState } from '../../rpc/useServers'
import { Field } from '../../ui/form/Field'
import { SelectField, type SelectOption } from '../../ui/form/SelectField'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { PolicyLock } from '../../widgets/PolicyLock'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { t, translator } from '../../i18n/t'

/** Chooses the versions of MCP that may be spoken with a server, and says which one is, and why. */
export function ProtocolSection({ server, state }: ServerWithState) {
  const { failed, run } = useAsyncAction()
  const cap = server.protocolCap
  return (
    <section aria-label={t('servers.protocol.title')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.protocol.title')}</h3>
      <div className="grid gap-3 rounded-3 border border-line bg-raised px-4 py-3">
        {failed && <ErrorNotice error={failed} />}
        {isAboutVersions(state) && <ErrorNotice error={state.error} />}
        {cap && <PolicyLock part="protocol" narrowing={narrowingOf(cap)} />}
        <Field label={t('servers.protocol.version')} help={<Help state={state} />}>
          {(control) => (
            <SelectField
              {...control}
              className="w-64 max-w-full"
              value={server.protocol}
              options={protocolChoices.map((choice) => optionFor(choice, server))}
              onValue={(protocol) => run(() => callHost('servers.setProtocol', { serverId: server.id, protocol }))}
            />
          )}
        </Field>
      </div>
    </section>
  )
}

/** What is spoken now, and then what the choice is about. */
function Help({ state }: Pick<ServerWithState, 'state'>) {
  return (
    <>
      {state.phase === 'ready' && <span className="block text-text-2">{translator().message(describeNegotiation(state.negotiation))}</span>}
      {t('servers.protocol.help')}
    </>
  )
}

/** The failures that another choice may mend. */
const aboutVersions: ReadonlySet<ErrorReason | undefined> = new Set([
  'policy.protocol',
  'policy.protocolNone',
  'session.refusesOwnVersion',
  'session.unknownVersions',
  'session.versionCapped',
  'session.versionCappedOverSse',
  'session.versionCappedUnnamed',
  'session.versionNotSpoken',
  'session.versionOverSse',
  'session.versionUnanswered',
])

function isAboutVersions(state: ConnectionState): state is Extract<ConnectionState, { phase: 'failed' }> {
  return state.phase === 'failed' && aboutVersions.has(state.error.reason)
}

function narrowingOf({ by, allowed }: ProtocolCap): PolicyNarrowing {
  const versions = allowed.length > 0 ? allowed : [t('policy.protocol.none')]
  return { by, facts: [{ code: 'protocol', params: { versions } }] }
}

function optionFor(choice: ProtocolChoice, { protocolCap }: ServerConfig): SelectOption<ProtocolChoice> {
  const disabled = protocolCap !== undefined && !versionsOf(choice).some((version) => protocolCap.allowed.includes(version))
  const isNamed = choice === 'automatic' || choice === '2025' || choice === '2026'
  const note = isNamed ? t(`servers.protocol.choice.note.${choice}`) : undefined
  const shown = disabled ? t('servers.protocol.notAllowed') : note
  return {
    value: choice,
    label: isNamed ? t(`servers.protocol.choice.${choice}`) : choice,
    data: !isNamed,
    disabled,
    ...(shown !== undefined && { note: shown }),
  }
}
