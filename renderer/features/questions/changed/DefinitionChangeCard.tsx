import { useState } from 'react'
import type { DefinitionChange } from '../../../../shared/domain/definitionChange'
import type { ChangedDetails } from '../../../../shared/domain/question'
import type { Message } from '../../../../shared/i18n/message'
import { plainName } from '../../../../shared/lib/confusableNames'
import { MessageText } from '../../../i18n/MessageText'
import { TranslatedMessages } from '../../../i18n/TranslatedMessages'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { Fact } from '../../../ui/Facts'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Notice } from '../../../ui/Notice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { QuotedName } from '../../../ui/QuotedName'
import { SafeName } from '../../../ui/SafeName'
import { useNow } from '../../../ui/hooks/useNow'
import { formatDay } from '../../../ui/format/formatTime'
import { QuestionAsker } from '../QuestionAsker'
import type { CardProps } from '../cardProps'
import { ChangedDefinition } from './ChangedDefinition'
import { QuestionCard } from '../QuestionCard'

/** "TOOL has changed": shows what the user accepted and what it is now, before Parley uses any of it again. */
export function DefinitionChangeCard({ details: { changes, more }, ...place }: CardProps<ChangedDetails>) {
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
          <QuestionAsker asker={place.question.asker} during={false} />
          <Fact>{t('definitions.card.accepted', { count: changes.length, day: formatDay(accepted, now) })}</Fact>
        </>
      }
      answers={{
        refuse: { word: t('definitions.card.keepOff', { count: changes.length }), answer: { kind: 'changed', action: 'keepOff' } },
        note: more > 0 ? t('definitions.card.more', { more, server, count: changes.length }) : t('definitions.card.notTold'),
        allow: {
          word: single ? t('definitions.card.accept') : t('definitions.card.acceptMany', { count: wanted.length }),
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
    if (first.after.what === 'instructions') return t('definitions.card.instructions', { server })
    const tool = <QuotedName name={first.after.name} whole />
    return <Text id="definitions.card.tool" components={{ tool }} />
  }
  const tools = changes.filter(({ after }) => after.what === 'tool').length
  return t(tools === changes.length ? 'definitions.card.tools' : 'definitions.card.toolsAndInstructions', { tools, server })
}

interface OneChangeProps {
  readonly server: string
  readonly change: DefinitionChange
  /** With several changes: whether this one is among the accepted ones. */
  readonly wanted?: boolean
  readonly onWanted?: (wanted: boolean) => void
}

function OneChange({ server, change, wanted, onWanted }: OneChangeProps) {
  const { after, noticed, rules } = change
  const [first, ...others] = noticed
  return (
    <>
      {onWanted && (
        <LabelledRow className="sticky top-0 z-10 bg-raised">
          <div className="flex items-center gap-2">
            <h3 className="mono breakable grow font-title">
              {after.what === 'tool' ? <SafeName name={after.name} /> : t('definitions.instructions')}
            </h3>
            <Checkbox
              label={t('definitions.card.acceptOne', {
                what: after.what === 'tool' ? plainName(after.name) : t('definitions.instructions'),
              })}
              checked={wanted ?? true}
              onChecked={onWanted}
            />
          </div>
        </LabelledRow>
      )}
      {first !== undefined && (
        <LabelledRow>
          <Notice look="danger" title={<MessageText message={first} />}>
            {others.length > 0 && <TranslatedMessages messages={others} />}
          </Notice>
        </LabelledRow>
      )}
      <ChangedDefinition server={server} change={change} />
      <LabelledRow label={t('definitions.row.untilThen')}>
        {t(after.what === 'tool' ? 'definitions.toolOff' : 'definitions.instructionsOff')}{' '}
        {rules.length > 0 && <MessageText message={lostRules(rules)} />}
      </LabelledRow>
    </>
  )
}

function lostRules(rules: readonly Message[]): Message {
  const quoted = rules.map((rule): Message => ({ id: 'definitions.rule', params: { rule } }))
  return { id: rules.length === 1 ? 'definitions.ruleLost' : 'definitions.rulesLost', params: { rules: quoted } }
}
