import { Lock } from 'lucide-react'
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
  // What a policy's own entry says counts as a limit too. Said once is enough.
  const isNarrowed = server.protocolSetBy === undefined || versionsOf(server.protocol).some((version) => !cap?.allowed.includes(version))
  return (
    <section aria-label={t('servers.protocol.title')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.protocol.title')}</h3>
      <div className="grid gap-3 rounded-3 border border-line bg-raised px-4 py-3">
        {failed && <ErrorNotice error={failed} />}
        {isAboutVersions(state) && <ErrorNotice error={state.error} />}
        {cap && isNarrowed && <PolicyLock part="protocol" narrowing={narrowingOf(cap)} />}
        {server.protocolSetBy !== undefined ? (
          <FixedProtocol choice={server.protocol} by={server.protocolSetBy} state={state} />
        ) : (
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
        )}
      </div>
    </section>
  )
}

interface FixedProtocolProps extends Pick<ServerWithState, 'state'> {
  readonly choice: ProtocolChoice
  readonly by: string
}

/** What an admin has set for this server, in the place of a choice that would have no effect. */
function FixedProtocol({ choice, by, state }: FixedProtocolProps) {
  return (
    <div className="grid gap-1">
      <p className="flex items-start gap-1.5">
        <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="mt-[0.1875rem] shrink-0" />
        <span className="breakable min-w-0">{t('servers.protocol.setBy', { choice: labelOf(choice), by })}</span>
      </p>
      <Spoken state={state} />
    </div>
  )
}

/** Which version is spoken now, and why. */
function Spoken({ state }: Pick<ServerWithState, 'state'>) {
  if (state.phase !== 'ready') return null
  return <span className="block text-12 text-text-2">{translator().message(describeNegotiation(state.negotiation))}</span>
}

/** What is spoken now, and then what the choice is about. */
function Help({ state }: Pick<ServerWithState, 'state'>) {
  return (
    <>
      <Spoken state={state} />
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

function isNamed(choice: ProtocolChoice): choice is 'automatic' | '2025' | '2026' {
  return choice === 'automatic' || choice === '2025' || choice === '2026'
}

/** A version is its own label. */
function labelOf(choice: ProtocolChoice): string {
  return isNamed(choice) ? t(`servers.protocol.choice.${choice}`) : choice
}

function optionFor(choice: ProtocolChoice, { protocolCap }: ServerConfig): SelectOption<ProtocolChoice> {
  const disabled = protocolCap !== undefined && !versionsOf(choice).some((version) => protocolCap.allowed.includes(version))
  const note = isNamed(choice) ? t(`servers.protocol.choice.note.${choice}`) : undefined
  const shown = disabled ? t('servers.protocol.notAllowed') : note
  return {
    value: choice,
    label: labelOf(choice),
    data: !isNamed(choice),
    disabled,
    ...(shown !== undefined && { note: shown }),
  }
}
