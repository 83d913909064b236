import type { ReactNode } from 'react'
import type { AppInfo } from '../../../shared/domain/settings'
import { useTopic } from '../../rpc/useTopic'
import { CopyButton } from '../../ui/CopyButton'
import { Skeleton } from '../../ui/Skeleton'
import { Section } from './Section'
import { secretStorageState } from './secrets/secretStorageState'

const shellWords: Record<AppInfo['shell'], string> = { electron: 'Desktop', browser: 'Browser', cli: 'Command line', test: 'Test' }
/** What this Parley is, where it keeps things, and how it keeps secrets. */
export function AboutPage() {
  const app = useTopic('app')
  if (!app) return <Skeleton label="About" />
  return (
    <Section title="About Parley">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3">
        <Fact name="Version">{app.version}</Fact>
        <Fact name="Runs as">
          {shellWords[app.shell]}, {app.platform}
        </Fact>
        <Fact name="Data folder" end={<CopyButton label="Copy the path" text={() => app.dataDir} />}>
          <code className="mono breakable">{app.dataDir}</code>
        </Fact>
        <Fact name="Secrets">{secretStorageState(app.secretsKept)}</Fact>
      </dl>
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
