import { useState } from 'react'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { suggestConditions } from '../../../../shared/rules/suggestConditions'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'
import { plainName } from '../../../../shared/lib/confusableNames'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { SafeName } from '../../../ui/SafeName'
import { readArguments } from '../../../widgets/argumentFields'
import { useNow } from '../../../ui/hooks/useNow'
import { Asker } from '../Asker'
import { ApprovalBody } from './ApprovalBody'
import { readApprovalDraft, type ApprovalDraft } from './approvalDraft'
import { RuleFromCallForm } from './RuleFromCallForm'
import type { CardProps } from '../cardProps'
import { unseenArguments } from './longArguments'
import { QuestionCard } from '../QuestionCard'
import { ruleOf, scopeAtFirst, type RuleFromCallDraft } from './ruleFromCallDraft'
import { useQuestionDraft } from '../useQuestionDraft'

/** "Allow TOOL?": shows what would run, with which arguments, and why Parley asks. */
export function ApprovalCard({ details, ...place }: CardProps<ApprovalDetails>) {
  const [draft, setDraft] = useQuestionDraft<ApprovalDraft>(place.question, (kept) => readApprovalDraft(kept, details.arguments))
  const [scope, setScope] = useState<Scope>()
  const [showsScope, setShowsScope] = useState(false)
  const now = useNow(true, 60_000)
  const [broken, setBroken] = useState<readonly string[]>([])
  const { asker } = place.question
  const read = readArguments(draft.json)
  const readable = read.ok && broken.length === 0
  const edited = read.ok && canonicalJson(read.value) !== canonicalJson(details.arguments)
  const args = read.ok && edited ? { arguments: read.value } : {}
  const destructive = details.annotations?.destructiveHint === true && details.annotations.readOnlyHint !== true
  const unseen = unseenArguments(details.arguments, draft.seen)
  const ready = readable && unseen.length === 0
  const word = draft.word.trim()
  const rule = scope && ruleOf(scope.draft, now)
  const showScope = (): void => {
    setScope(scopeFor(read.ok ? read.value : details.arguments, scope))
    setShowsScope(true)
  }
  return (
    <QuestionCard
      {...place}
      content={showsScope ? 'scope' : ''}
      who={<Asker asker={asker} during={false} account={details.account} />}
      title={
        <Text
          id="approvals.title"
          components={{
            tool: (
              <code>
                <SafeName name={details.tool} />
              </code>
            ),
          }}
        />
      }
      answers={{
        refuse: { word: t('approvals.deny'), answer: { kind: 'approval', action: 'deny', ...(word !== '' && { word }) } },
        ...(showsScope
          ? {
              note: t('approvals.note.rule'),
              onBack: () => setShowsScope(false),
              allow: {
                word: t('approvals.allow'),
                answer: readable && rule ? { kind: 'approval', action: 'alwaysAllow', rule, ...args } : undefined,
                risky: destructive,
              },
            }
          : {
              note: runNote({ readable, edited, unseen, noRule: details.noRule }),
              more: { word: t('approvals.alwaysAllow'), onShow: showScope, disabled: !ready || details.noRule !== undefined },
              allow: {
                word: t('approvals.allowOnce'),
                answer: ready ? { kind: 'approval', action: 'allowOnce', ...args } : undefined,
                risky: destructive || details.dataFlow !== undefined || details.noticed !== undefined,
              },
            }),
      }}
    >
      {scope && showsScope ? (
        <RuleFromCallForm
          server={asker.serverId}
          callId={asker.callIds[0]}
          details={details}
          draft={scope.draft}
          onDraft={(next) => setScope({ ...scope, draft: next })}
        />
      ) : (
        <ApprovalBody server={asker.serverId} details={details} draft={draft} onDraft={setDraft} onBroken={setBroken} />
      )}
    </QuestionCard>
  )
}

/** The settings of "Always allow…" and the arguments that they belong to. */
interface Scope {
  readonly of: string
  readonly draft: RuleFromCallDraft
}

/** Keeps the settings, unless the arguments have changed since. */
function scopeFor(args: JsonObject, before: Scope | undefined): Scope {
  const of = canonicalJson(args)
  return before?.of === of ? before : { of, draft: scopeAtFirst(suggestConditions(args), Date.now()) }
}

interface Note {
  readonly readable: boolean
  readonly edited: boolean
  /** Arguments that have not been shown completely. */
  readonly unseen: readonly string[]
  /** Why a rule would change nothing. */
  readonly noRule: Message | undefined
}

function runNote({ readable, edited, unseen, noRule }: Note): string {
  if (!readable) return t('approvals.note.broken')
  if (unseen.length > 0) return t('approvals.note.unseen', { names: translator().list(unseen.map(plainName)) })
  const runs = edited ? 'edited' : 'exact'
  return noRule ? t(`approvals.note.${runs}NoRule`, { noRule }) : t(`approvals.note.${runs}`)
}
