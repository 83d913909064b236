import type { ReactNode } from 'react'
import type { StartDetails } from '../../../../shared/domain/question'
import type { Launch } from '../../../../shared/domain/server'
import { Chip } from '../../../ui/Chip'
import { DiffText } from '../../../ui/DiffText'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { describeLaunch } from '../Asker'
import type { CardProps } from '../cardProps'
import { launchChanges, launchFacts, type LaunchChange, type LaunchFact } from './launchChanges'
import { QuestionCard } from '../QuestionCard'

/** "Start SERVER?": an entry that appeared or changed outside of Parley, with the whole command. */
export function StartCard({ details, ...place }: CardProps<StartDetails>) {
  const server = place.question.asker.serverId
  const changes = launchChanges(details)
  return (
    <QuestionCard
      {...place}
      title={`Start ${server}?`}
      who={<Where launch={details.launch} />}
      answers={{
        refuse: { word: 'Not now', answer: { kind: 'start', action: 'notNow' } },
        note: 'Parley asks again when the entry changes.',
        allow: { word: 'Start', answer: { kind: 'start', action: 'start' }, risky: changes !== undefined },
      }}
    >
      <QuestionRow label="Why you are asked">
        <span className="font-label">{whyWords(details, server)}</span>{' '}
        {!details.previous && details.previousFile !== undefined && (
          <span className="text-text-2">
            An update of a program does that; somebody who put a program of the same name in its place does, too.{' '}
          </span>
        )}
        {details.launch.kind === 'stdio' && (
          <span className="text-text-2">
            It runs as a program with your rights: it can do all that you can do. Nothing of it has run yet.
          </span>
        )}
      </QuestionRow>
      {changes && (
        <QuestionRow label="What changed" toSee="what would run">
          {changes.changed.length > 0 ? <Changes changes={changes.changed} /> : 'Nothing that can be shown here'}
        </QuestionRow>
      )}
      {(!changes || changes.unchanged.length > 0) && (
        <QuestionRow label={changes ? 'Unchanged' : 'What it is'} toSee="what would run">
          <Facts facts={changes ? changes.unchanged : launchFacts(details.launch, details.file)} />
        </QuestionRow>
      )}
    </QuestionCard>
  )
}

function whyWords({ launch, previous, previousFile }: StartDetails, server: string): ReactNode {
  if (previous) return `servers.json now says something else about ${server}, and it was not changed in Parley.`
  if (previousFile === undefined || launch.kind !== 'stdio') return `${server} is new in servers.json, and it was not added in Parley.`
  return (
    <>
      <code className="mono breakable">
        <SafeText text={launch.command} />
      </code>{' '}
      now means another file than when you accepted {server}.
    </>
  )
}

/** Each thing that is known of it, whole. */
function Facts({ facts }: { readonly facts: readonly LaunchFact[] }) {
  return (
    <dl className="grid gap-1">
      {facts.map(({ name, text }, index) => (
        <div key={index} className="grid gap-x-3 medium:grid-cols-[6rem_minmax(0,1fr)]">
          <Name name={name} />
          <dd className="mono breakable whitespace-pre-wrap">
            <SafeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const changeWords = { added: 'New', changed: 'Changed', removed: 'Gone' } as const

/** What went is struck through, what came is underlined, each argument and each variable by itself. */
function Changes({ changes }: { readonly changes: readonly LaunchChange[] }) {
  return (
    <dl className="grid gap-2">
      {changes.map(({ name, what, pieces }, index) => (
        <div key={index} className="grid gap-x-3 medium:grid-cols-[6rem_minmax(0,1fr)_auto]">
          <Name name={name} />
          <dd className="min-w-0">
            <DiffText mono pieces={pieces} />
          </dd>
          <dd>
            <Chip look={what === 'removed' ? 'plain' : 'ask'} size="small">
              {changeWords[what]}
            </Chip>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Name({ name }: { readonly name: string }) {
  return (
    <dt className="breakable text-12 leading-5 text-text-3">
      <SafeText text={name} />
    </dt>
  )
}

/** "npx · runs on this computer" */
function Where({ launch }: { readonly launch: Launch }) {
  return (
    <>
      <span className="mono breakable">
        <SafeText text={launch.kind === 'stdio' ? (launch.command.split(/[\\/]/).at(-1) ?? launch.command) : describeLaunch(launch)} />
      </span>
      {launch.kind === 'stdio' && (
        <>
          <span aria-hidden="true" className="text-text-3">
            ·
          </span>
          <span>runs on this computer</span>
        </>
      )}
    </>
  )
}
