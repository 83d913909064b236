import { useState } from 'react'
import type { DefinitionChange } from '../../../../shared/domain/definition'
import type { ChangedDetails } from '../../../../shared/domain/question'
import { plainName } from '../../../../shared/lib/unicodeScripts'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Notice } from '../../../ui/Notice'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { useNow } from '../../../ui/hooks/useNow'
import { formatCount, formatDay } from '../../../ui/format/relativeTime'
import { Asker } from '../Asker'
import type { CardProps } from '../cardProps'
import { ChangedDefinition } from './ChangedDefinition'
import { QuestionCard } from '../QuestionCard'

/** "TOOL has changed": what the user accepted and what it became, before anything of it is used again. */
export function ChangedCard({ details: { changes, more }, ...place }: CardProps<ChangedDetails>) {
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const server = place.question.asker.serverId
  const wanted = changes.filter(({ after }) => !off.has(after.hash))
  const hashes = wanted.length < changes.length ? { hashes: wanted.map(({ after }) => after.hash) } : {}
  const accepted = Math.max(...changes.map((change) => change.accepted))
  const single = changes.length === 1
  const now = useNow(true, 60_000)
  const switchTo = (hash: string, on: boolean): void => setOff(new Set(on ? [...off].filter((one) => one !== hash) : [...off, hash]))
  return (
    <QuestionCard
      {...place}
      title={<Title server={server} changes={changes} />}
      who={
        <>
          <Asker asker={place.question.asker} during={false} />
          <span aria-hidden="true" className="text-text-3">
            ·
          </span>
          <span>
            you accepted the old {single ? 'one' : 'ones'} {formatDay(accepted, now)}
          </span>
        </>
      }
      answers={{
        refuse: { word: single ? 'Keep it off' : 'Keep them off', answer: { kind: 'changed', action: 'keepOff' } },
        note:
          more > 0
            ? `${formatCount(more, 'more change')} of ${server} after ${single ? 'this' : 'these'}.`
            : 'The model is not told the new text.',
        allow: {
          word: single ? 'Accept the change' : `Accept ${formatCount(wanted.length, 'change')}`,
          answer: wanted.length > 0 ? { kind: 'changed', action: 'accept', ...hashes } : undefined,
          risky: wanted.some(({ noticed }) => noticed.length > 0),
        },
      }}
    >
      {changes.map((change) => (
        <OneChange
          key={change.after.hash}
          server={server}
          change={change}
          {...(!single && { wanted: !off.has(change.after.hash), onWanted: (on: boolean) => switchTo(change.after.hash, on) })}
        />
      ))}
    </QuestionCard>
  )
}

function Title({ server, changes }: { readonly server: string; readonly changes: readonly DefinitionChange[] }) {
  const [first] = changes
  if (changes.length === 1 && first) {
    if (first.after.what === 'instructions') return `The instructions of ${server} have changed`
    return (
      <>
        <code>
          <SafeName name={first.after.name} />
        </code>{' '}
        has changed
      </>
    )
  }
  const tools = changes.filter(({ after }) => after.what === 'tool').length
  if (tools === changes.length) return `${formatCount(tools, 'tool')} of ${server} have changed`
  return `${formatCount(tools, 'tool')} and the instructions of ${server} have changed`
}

interface OneChangeProps {
  readonly server: string
  readonly change: DefinitionChange
  /** Where there are several: whether this one is among the accepted. */
  readonly wanted?: boolean
  readonly onWanted?: (wanted: boolean) => void
}

function OneChange({ server, change, wanted, onWanted }: OneChangeProps) {
  const { after, noticed, rules } = change
  const [first, ...others] = noticed
  const name = after.what === 'tool' ? after.name : 'Instructions'
  return (
    <>
      {onWanted && (
        <QuestionRow className="sticky top-0 z-10 bg-raised">
          <div className="flex items-center gap-2">
            <h3 className="mono breakable grow font-title">
              <SafeName name={name} />
            </h3>
            <Checkbox label={`Accept ${plainName(name)}`} checked={wanted ?? true} onChecked={onWanted} />
          </div>
        </QuestionRow>
      )}
      {first !== undefined && (
        <QuestionRow>
          <Notice look="danger" title={<SafeText text={first} />}>
            {others.length > 0 && <SafeText text={others.join(' ')} />}
          </Notice>
        </QuestionRow>
      )}
      <ChangedDefinition server={server} change={change} />
      <QuestionRow label="Until then">
        {after.what === 'tool' ? 'The tool is off. ' : 'The model is told neither the old nor the new instructions. '}
        {rules.length > 0 && (
          <>
            {rules.length === 1 ? 'Your rule ' : 'Your rules '}
            {rules.map((rule, index) => (
              <span key={rule}>
                {index > 0 && ', '}“<SafeText text={rule} />”
              </span>
            ))}{' '}
            {rules.length === 1 ? 'does' : 'do'} not count for the new one.
          </>
        )}
      </QuestionRow>
    </>
  )
}
