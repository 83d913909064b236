import type { ReactNode } from 'react'
import type { PolicyFileView, PolicyPart, PolicySentence, PolicyView } from '../../../shared/domain/policy'
import { usePolicy } from '../../rpc/usePolicy'
import { CopyButton } from '../../ui/CopyButton'
import { EmptyState } from '../../ui/EmptyState'
import { Notice } from '../../ui/Notice'
import { SafeText } from '../../ui/SafeText'
import { Section } from './Section'

/** What an admin has fixed here, who it was, and in which file it stands. */
export function PolicyPage() {
  const policy = usePolicy()
  const isBroken = policy.files.some(({ state }) => state === 'broken')
  return (
    <>
      {policy.files.map((file) => (
        <FileState key={file.path} file={file} />
      ))}
      <Section title="What it sets">
        <div className="rounded-3 border border-line bg-raised">
          {policy.says.length > 0 && <Sentences policy={policy} />}
          {policy.says.length === 0 && !isBroken && (
            <EmptyState title="Nothing is fixed" text="There is a policy, and it leaves everything to you." />
          )}
          {isBroken && (
            <EmptyState title="Everything is forbidden" text="Until the policy can be used, no server starts and no model answers." />
          )}
        </div>
      </Section>
      <Section title="Who set it">
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3 wide:grid-cols-[max-content_minmax(0,1fr)_auto]">
          {policy.setBy.map(({ name, contact }) => (
            <Row key={name} term={name}>
              <SafeText text={contact ?? 'Does not say how to be reached'} />
            </Row>
          ))}
          {policy.files.map(({ path, from }) => (
            <Row
              key={path}
              term={from === 'machine' ? 'For this computer' : 'From the command line'}
              end={<CopyButton label="Copy the path" text={() => path} />}
            >
              <code className="mono breakable">{path}</code>
            </Row>
          ))}
        </dl>
        {policy.files.length > 1 && <p className="mt-2 text-12 text-text-3">Where they differ, the stricter counts.</p>}
      </Section>
    </>
  )
}

/** That a file cannot be used stands above every page. */
function FileState({ file: { state, path } }: { readonly file: PolicyFileView }) {
  if (state !== 'gone') return null
  return (
    <div className="mb-4">
      <Notice title="The file is gone.">
        What <code className="mono breakable">{path}</code> said counts until Parley is started again.
      </Notice>
    </div>
  )
}

const partWords: Record<PolicyPart, string> = {
  servers: 'Servers',
  folders: 'Folders',
  models: 'Models',
  sampling: 'Models for servers',
  elicitation: 'Questions of servers',
  rules: 'Approval rules',
  signIn: 'Signing in',
  updates: 'Updates',
}

function Sentences({ policy }: { readonly policy: PolicyView }) {
  const several = policy.setBy.length > 1
  const parts = [...Map.groupBy(policy.says, ({ part }) => part)]
  return (
    <dl className="divide-y divide-line">
      {parts.map(([part, says]) => (
        <div key={part} className="grid gap-x-4 gap-y-1 px-4 py-2.5 medium:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-text-3">{partWords[part]}</dt>
          <dd className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {says.map((sentence, index) => (
              <Sentence key={index} sentence={sentence} several={several} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sentence({ sentence: { text, by }, several }: { readonly sentence: PolicySentence; readonly several: boolean }) {
  return (
    <div className="breakable">
      <SafeText text={text} />
      {several && (
        <span className="text-12 text-text-3">
          {' '}
          Set by <SafeText text={by} />
        </span>
      )}
    </div>
  )
}

function Row({ term, end, children }: { readonly term: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="breakable col-span-2 text-text-3 wide:col-span-1">
        <SafeText text={term} />
      </dt>
      <dd className="breakable">{children}</dd>
      <dd>{end}</dd>
    </>
  )
}
