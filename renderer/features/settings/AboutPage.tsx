import type { ReactNode } from 'react'
import type { AppInfo } from '../../../shared/domain/settings'
import { useQueryClient } from '@tanstack/react-query'
import { callHost } from '../../rpc/callHost'
import { useHostQuery } from '../../rpc/useCall'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { useAttempt } from '../../ui/useAttempt'
import { Section } from './Section'

const shellWords: Record<AppInfo['shell'], string> = { electron: 'Desktop', browser: 'Browser', cli: 'Command line', test: 'Test' }
const keptWords: Record<AppInfo['secretsKept'], string> = {
  keychain: 'Encrypted in the data folder; what opens them is in your system keychain.',
  memory: 'In memory until Parley quits: this system has no keychain.',
  unknown: 'Not needed so far. Parley opens your system keychain when the first one is.',
}

/** What this Parley is, where it keeps things, and the secrets it holds, by name. */
export function AboutPage() {
  const app = useTopic('app')
  if (!app) return <Skeleton label="About" />
  return (
    <>
      <Section title="About Parley">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3">
          <Fact name="Version">{app.version}</Fact>
          <Fact name="Runs as">
            {shellWords[app.shell]}, {app.platform}
          </Fact>
          <Fact name="Data folder" end={<CopyButton label="Copy the path" text={() => app.dataDir} />}>
            <code className="mono breakable">{app.dataDir}</code>
          </Fact>
          <Fact name="Secrets">{keptWords[app.secretsKept]}</Fact>
        </dl>
      </Section>
      <Secrets />
    </>
  )
}

function Secrets() {
  const client = useQueryClient()
  const names = useHostQuery('secrets.names', {})
  const { failed, run } = useAttempt()
  const remove = (name: string) =>
    run(async () => {
      await callHost('secrets.remove', { name })
      await client.invalidateQueries({ queryKey: ['call', 'secrets.names'] })
    })
  return (
    <Section title="Secrets" end={<span className="text-12 text-text-3">By name only: a value is never shown again.</span>}>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="rounded-3 border border-line bg-raised">
        {names.error && (
          <div className="p-3">
            <ErrorNotice error={names.error} />
          </div>
        )}
        {names.isPending && <Skeleton label="Secrets" rows={2} />}
        {names.data?.length === 0 && (
          <EmptyState title="No secrets" text="Keys of models, and values that servers are started with, are kept here." />
        )}
        {names.data && names.data.length > 0 && (
          <ul aria-label="Secrets" className="divide-y divide-line">
            {names.data.map((name) => (
              <li key={name} className="flex items-center gap-3 px-4 py-1.5">
                <code className="mono breakable grow">{name}</code>
                <Button size="small" look="bare" onClick={() => remove(name)}>
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

function Fact({ name, end, children }: { readonly name: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
      <dd>{end}</dd>
    </>
  )
}
