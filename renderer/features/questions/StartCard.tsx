import type { StartDetails } from '../../../shared/domain/question'
import type { ConfigValue } from '../../../shared/domain/configValue'
import type { Launch } from '../../../shared/domain/server'
import { QuestionRow } from '../../ui/QuestionRow'
import { SafeText } from '../../ui/SafeText'
import { launchWords } from './Asker'
import type { CardProps } from './cardProps'
import { QuestionCard } from './QuestionCard'

/** "Start SERVER?": an entry that appeared or changed outside of Parley, with the whole command. */
export function StartCard({ details, ...place }: CardProps<StartDetails>) {
  const server = place.question.asker.serverId
  return (
    <QuestionCard
      {...place}
      title={`Start ${server}?`}
      who={<span className="font-label text-text">{server}</span>}
      answers={{
        refuse: { word: 'Not now', answer: { kind: 'start', action: 'notNow' } },
        note: 'Parley asks again when the entry changes.',
        allow: { word: 'Start', answer: { kind: 'start', action: 'start' } },
      }}
    >
      <QuestionRow label="Why you are asked">
        <span className="font-label">
          {details.previous ? `servers.json now says something else about ${server}` : `${server} is new in servers.json`}, and it was not
          changed in Parley.
        </span>{' '}
        <span className="text-text-2">A command runs as you, with all that you may do.</span>
      </QuestionRow>
      <QuestionRow label={details.previous ? 'Now' : 'What it is'}>
        <LaunchView launch={details.launch} />
      </QuestionRow>
      {details.previous && (
        <QuestionRow label="Before">
          <LaunchView launch={details.previous} />
        </QuestionRow>
      )}
    </QuestionCard>
  )
}

/** A launch record, whole. Of secrets only the names. */
function LaunchView({ launch }: { readonly launch: Launch }) {
  const named = launch.kind === 'stdio' ? launch.env : launch.headers
  const rows: readonly (readonly [string, string])[] = [
    [launch.kind === 'stdio' ? 'Command' : 'URL', launch.kind === 'stdio' ? launchWords(launch) : launch.url],
    ...(launch.kind === 'stdio' && launch.cwd !== undefined ? [['Folder', launch.cwd] as const] : []),
    ...Object.entries(named).map(([name, value]) => [name, valueWords(value)] as const),
  ]
  return (
    <dl className="grid gap-1">
      {rows.map(([name, text]) => (
        <div key={name} className="grid gap-x-3 medium:grid-cols-[6rem_minmax(0,1fr)]">
          <dt className="breakable text-12 leading-5 text-text-3">
            <SafeText text={name} />
          </dt>
          <dd className="mono breakable whitespace-pre-wrap">
            <SafeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function valueWords(value: ConfigValue): string {
  return typeof value === 'string' ? value : `the secret ${value.secret}`
}
