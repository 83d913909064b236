import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { choosableVersions, protocolChoices, versionsOf, type ProtocolChoice } from '../../../shared/protocol/protocolChoice'
import { describeNegotiation } from '../../../shared/protocol/describeNegotiation'
import type { PolicyNarrowing } from '../../../shared/domain/policyView'
import type { ProtocolCap, ServerConfig } from '../../../shared/domain/server'
import { callHost } from '../../rpc/callHost'
import type { ServerWithState } from '../../rpc/useServers'
import { Field } from '../../ui/form/Field'
import { SelectField, type SelectOption } from '../../ui/form/SelectField'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { PolicyLock } from '../../widgets/PolicyLock'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { useNavigation } from '../../state/navigation'
import { MessageText } from '../../i18n/MessageText'
import { t } from '../../i18n/t'
import { isVersionFailure } from './versionFailure'

/** Chooses the versions of MCP that may be spoken with a server, and says which one is, and why. */
export function ProtocolSection({ server, state }: ServerWithState) {
  const { failed, run } = useAsyncAction()
  const cap = server.protocolCap
  // What a policy's own entry says counts as a limit too. Said once is enough.
  const isNarrowed = server.protocolSetBy === undefined || versionsOf(server.protocol).some((version) => !cap?.allowed.includes(version))
  const section = useRef<HTMLElement>(null)
  const isWanted = useNavigation(({ serverSection }) => serverSection === 'protocol')
  useEffect(() => {
    if (!isWanted) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus({ preventScroll: true })
    useNavigation.setState({ serverSection: undefined })
  }, [isWanted])
  return (
    <section ref={section} aria-label={t('servers.protocol.title')}>
      <h3 className="mb-2 text-14 font-title">{t('servers.protocol.title')}</h3>
      <div className="grid gap-3 rounded-3 border border-line bg-raised px-4 py-3">
        {failed && <ErrorNotice error={failed} />}
        {isVersionFailure(state) && <ErrorNotice error={state.error} />}
        {cap && isNarrowed && <PolicyLock part="protocol" narrowing={narrowingOf(cap)} />}
        {server.protocolSetBy !== undefined ? (
          <FixedProtocol choice={server.protocol} by={server.protocolSetBy} server={server} state={state} />
        ) : (
          <Field label={t('servers.protocol.version')} help={<Help server={server} state={state} />}>
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

interface FixedProtocolProps extends ServerWithState {
  readonly choice: ProtocolChoice
  readonly by: string
}

/** What an admin has set for this server, in the place of a choice that would have no effect. */
function FixedProtocol({ choice, by, server, state }: FixedProtocolProps) {
  return (
    <div className="grid gap-1">
      <p className="flex items-start gap-1.5">
        <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="mt-[0.1875rem] shrink-0" />
        <span className="breakable min-w-0">{t('servers.protocol.setBy', { choice: labelOf(choice), by })}</span>
      </p>
      <Spoken server={server} state={state} />
    </div>
  )
}

/** Which version is spoken now, and why. */
function Spoken({ server, state }: ServerWithState) {
  if (state.phase !== 'ready') return null
  return (
    <span className="block text-12 text-text-2">
      <MessageText
        message={describeNegotiation(state.negotiation, server.protocolCap?.by)}
        components={{ version: <span className="whitespace-nowrap" /> }}
      />
    </span>
  )
}

/** What is spoken now, and then what the choice is about. */
function Help({ server, state }: ServerWithState) {
  return (
    <>
      <Spoken server={server} state={state} />
      {t('servers.protocol.help')}
    </>
  )
}

function narrowingOf({ by, allowed }: ProtocolCap): PolicyNarrowing {
  const versions = allowed.length > 0 ? choosableVersions(allowed) : [t('policy.protocol.none')]
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
