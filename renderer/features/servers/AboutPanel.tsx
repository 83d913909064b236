import type { ReactNode } from 'react'
import { commandLine } from '../../../shared/domain/commandLine'
import { looksSecret } from '../../../shared/domain/secretPatterns'
import type { ConfigValue } from '../../../shared/domain/configValue'
import { callHost } from '../../rpc/callHost'
import { PolicyLock } from '../../widgets/PolicyLock'
import { CopyButton } from '../../ui/CopyButton'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeText } from '../../ui/SafeText'
import { ServerQuote } from '../../ui/ServerQuote'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { Switch } from '../../ui/form/Switch'
import { useAttempt } from '../../widgets/useAttempt'
import type { ServerWithState } from '../../rpc/useServers'
import { SamplingSection } from './SamplingSection'
import { ExposureSection } from './ExposureSection'

const eraWords = { '2025': 'initialize (up to 2025-11-25)', '2026': 'server/discover (from 2026-07-28)' } as const
const transportWords = { stdio: 'stdio', http: 'Streamable HTTP', sse: 'HTTP+SSE, the older one' } as const

/** What a server is and says of itself, and how far the person believes it. */
export function AboutPanel({ server, state }: ServerWithState) {
  const { failed, run } = useAttempt()
  const { launch } = server
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failed && <ErrorNotice error={failed} />}
      <PolicyLock part="sampling" />
      <PolicyLock part="elicitation" />
      <Section title="How far you believe it">
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <Choice
            title={`Believe what ${server.id} says about its tools`}
            help="Then a rule may allow all tools that it calls read-only. Parley cannot check what it says."
          >
            <Switch
              label={`Believe what ${server.id} says about its tools`}
              checked={server.trusted}
              onChecked={(trusted) => run(() => callHost('servers.setTrusted', { serverId: server.id, trusted }))}
            />
          </Choice>
          <Choice
            title="Use of your model"
            help="Whether it may ask for an answer of your model. Each time, you see what is sent, and what goes back."
          >
            <SegmentedControl
              label="Use of your model"
              value={server.sampling}
              options={[
                { value: 'off', label: 'Off' },
                { value: 'ask', label: 'Ask' },
              ]}
              onValue={(sampling) => run(() => callHost('servers.setSampling', { serverId: server.id, sampling }))}
            />
          </Choice>
          <Choice
            title={`Let ${server.id} ask you`}
            help="Whether it may ask for information and to visit pages. Off, both are declined at once, and the Inbox says so under Ended."
          >
            <Switch
              label={`Let ${server.id} ask you`}
              checked={server.elicitation === 'ask'}
              onChecked={(on) => run(() => callHost('servers.setElicitation', { serverId: server.id, elicitation: on ? 'ask' : 'off' }))}
            />
          </Choice>
        </div>
      </Section>
      {server.sampling === 'ask' && <SamplingSection server={server} />}
      <ExposureSection server={server} />
      {state.phase === 'ready' && state.instructions !== undefined && (
        <Section title="What it says of itself">
          <ServerQuote by={server.id} text={state.instructions} note="given to the model as its instructions" cutAt={4000} />
        </Section>
      )}
      <Section title="What runs" end={<CopyButton text={() => commandLine(launch)} />}>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-3 border border-line bg-raised px-4 py-3 text-12">
          <Fact name={launch.kind === 'stdio' ? 'Command' : 'Address'}>
            <code className="breakable whitespace-pre-wrap">{commandLine(launch)}</code>
          </Fact>
          {launch.kind === 'stdio' && launch.cwd !== undefined && (
            <Fact name="Folder">
              <code className="breakable">{launch.cwd}</code>
            </Fact>
          )}
          {Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers).map(([name, value]) => (
            <Fact key={name} name={name}>
              {valueWords(name, value)}
            </Fact>
          ))}
          {state.phase === 'ready' && (
            <>
              <Fact name="Calls itself">
                <SafeText text={[state.identity.title, state.identity.name, state.identity.version].filter(Boolean).join(' · ')} />
              </Fact>
              <Fact name="Protocol">{state.protocol}</Fact>
              <Fact name="Begins with">{eraWords[state.era]}</Fact>
              <Fact name="Transport">{transportWords[state.transport]}</Fact>
              <Fact name="Since">{new Date(state.since).toLocaleString('en-GB')}</Fact>
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

function Choice({ title, help, children }: { readonly title: string; readonly help: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 grow">
        <div className="breakable font-label">{title}</div>
        <div className="text-12 text-text-3">{help}</div>
      </div>
      {children}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="breakable max-w-48 text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
    </>
  )
}

/** What looks like a secret is not put on the screen, though it stands in a file in plain text. */
function valueWords(name: string, value: ConfigValue): string {
  if (typeof value !== 'string') return `secret ${value.secret}`
  return looksSecret(name, value) ? '•••' : value
}
