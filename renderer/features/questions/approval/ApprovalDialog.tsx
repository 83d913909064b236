import { ServerText } from '../../../i18n/ServerText'
import { Chip } from '../../../ui/Chip'
import { useHasSameNamedTool } from './useHasSameNamedTool'
import { useState } from 'react'
import { isAppTool, nameInApp } from '../../../../shared/domain/apps/appTool'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { sharesDialog } from '../../../../shared/rules/sharesDialog'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'
import { plainName } from '../../../../shared/lib/confusableNames'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { QuotedName } from '../../../ui/QuotedName'
import { SafeName } from '../../../ui/SafeName'
import { readArguments } from '../../../widgets/argumentFields'
import { useNow } from '../../../ui/hooks/useNow'
import { QuestionAsker } from '../QuestionAsker'
import { ApprovalBody } from './ApprovalBody'
import { readApprovalDraft, type ApprovalDraft } from './approvalDraft'
import { RuleFromCallForm } from './RuleFromCallForm'
import type { CardProps } from '../cardProps'
import { unseenArguments } from './longArguments'
import { QuestionCard } from '../QuestionCard'
import { ResultRecipients } from './ResultRecipients'
import { openIn, ruleOf, scopeAtFirst, type RuleFromCallDraft } from './ruleFromCallDraft'
import { asksOnCard } from '../card/asksOnCard'
import { lookAtAlone, useDeferredQuestions } from '../questionDialogStore'
import { useQuestionDraft } from '../useQuestionDraft'
import { seemsRisky } from './seemsRisky'
import { useAskInConversation } from './useAskInConversation'
import { useArgumentProblems } from './useArgumentProblems'

/** "Allow TOOL?", or "The app of SERVER asks to call TOOL": shows what would run, with which arguments, and why Parley asks. */
export function ApprovalDialog({ details, onCard, ...place }: CardProps<ApprovalDetails>) {
  const [draft, keepDraft] = useQuestionDraft<ApprovalDraft>(place.question, (kept) => readApprovalDraft(kept, details.arguments))
  const setDraft = (next: ApprovalDraft): void => {
    // A call that comes later does not take away what the person is at.
    lookAtAlone(place.question.id)
    keepDraft(next)
  }
  const now = useNow(true, 60_000)
  const hasNamesake = useHasSameNamedTool(place.question.asker.serverId, details.tool)
  const [broken, setBroken] = useState<readonly string[]>([])
  const { asker } = place.question
  const ofApp = isAppTool(details.tool)
  const read = readArguments(draft.json)
  const edited = read.ok && canonicalJson(read.value) !== canonicalJson(details.arguments)
  const { checking, problems } = useArgumentProblems(place.question.id, read.ok && edited ? read.value : undefined)
  const readable = read.ok && broken.length === 0 && problems.length === 0
  const args = read.ok && edited ? { arguments: read.value } : {}
  const risky =
    details.dataFlow !== undefined || details.noticed !== undefined || seemsRisky(details, read.ok ? read.value : details.arguments)
  const askInConversation = useAskInConversation(place.question, details)
  const unseen = unseenArguments(details.arguments, draft)
  const ready = readable && !checking && unseen.length === 0
  const word = draft.word.trim()
  const call = { arguments: read.ok ? read.value : details.arguments, inputSchema: details.inputSchema }
  // The card has shown the whole call already.
  const fromCard =
    useDeferredQuestions(({ rulesFor }) => rulesFor === place.question.id) &&
    ready &&
    details.noRule === undefined &&
    (sharesDialog(details.place) || asksOnCard(details))
  const [scope, setScope] = useState<Scope | undefined>(() => (fromCard ? scopeFor(call, undefined) : undefined))
  const [showsScope, setShowsScope] = useState(fromCard)
  const rule = scope && ruleOf(scope.draft, now)
  const showScope = (): void => {
    lookAtAlone(place.question.id)
    setScope(scopeFor(call, scope))
    setShowsScope(true)
  }
  return (
    <QuestionCard
      {...place}
      view={showsScope ? 'scope' : ''}
      problem={askInConversation.failed}
      who={<QuestionAsker asker={asker} during={false} account={details.account} />}
      title={
        details.byApp ? (
          <Text
            id="approvals.titleByApp"
            components={{
              server: (
                <bdi translate="no">
                  <SafeName name={asker.serverId} />
                </bdi>
              ),
              tool: <QuotedName name={details.tool} whole inTitle />,
            }}
          />
        ) : (
          <Text
            id="approvals.title"
            components={{
              tool: <QuotedName name={nameInApp(details.tool)} whole inTitle />,
            }}
          />
        )
      }
      {...((ofApp || (hasNamesake && !details.byApp)) && {
        beside: (
          <Chip>
            <span className="cut max-w-100">
              <ServerText id={ofApp ? 'approvals.titleOfApp' : 'approvals.titleOf'} server={asker.serverId} />
            </span>
          </Chip>
        ),
      })}
      answers={{
        refuse: { word: t('approvals.deny'), answer: { kind: 'approval', action: 'deny', ...(word !== '' && { word }) } },
        ...(showsScope
          ? {
              note: t('approvals.note.rule'),
              // It leads to where the person came from.
              onBack: fromCard && onCard ? onCard : () => setShowsScope(false),
              allow: {
                word: t('approvals.allow'),
                answer: readable && !checking && rule ? { kind: 'approval', action: 'alwaysAllow', rule, ...args } : undefined,
                risky: risky || (scope !== undefined && openIn(scope.draft).length > 0),
              },
            }
          : {
              note: (
                <>
                  {runNote({ readable, edited, unseen, noRule: details.noRule, byApp: details.byApp })}{' '}
                  {/* Beside Allow, where it is always in sight. Once edited, the note has no room for it. */}
                  {ready && !edited && <ResultRecipients model={details.model} appOf={details.byApp && asker.serverId} />}
                </>
              ),
              besides: askInConversation.besides,
              more: { word: t('approvals.alwaysAllow'), onShow: showScope, disabled: !ready || details.noRule !== undefined },
              allow: {
                word: t('approvals.allowOnce'),
                answer: ready ? { kind: 'approval', action: 'allowOnce', ...args } : undefined,
                risky,
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
        <ApprovalBody server={asker.serverId} details={details} draft={draft} onDraft={setDraft} onBroken={setBroken} problems={problems} />
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
function scopeFor(call: { readonly arguments: JsonObject; readonly inputSchema: JsonObject }, before: Scope | undefined): Scope {
  const of = canonicalJson(call.arguments)
  return before?.of === of ? before : { of, draft: scopeAtFirst(call, Date.now()) }
}

interface Note {
  readonly readable: boolean
  readonly edited: boolean
  /** Arguments that have not been shown completely. */
  readonly unseen: readonly string[]
  /** Why a rule would change nothing. */
  readonly noRule: Message | undefined
  readonly byApp: true | undefined
}

function runNote({ readable, edited, unseen, noRule, byApp }: Note): string {
  if (!readable) return t('approvals.note.broken')
  if (unseen.length > 0)
    return t('approvals.note.unseen', { names: translator().list(unseen.map((name) => t('chat.quoted', { name: plainName(name) }))) })
  const runs = edited ? (byApp ? 'editedByApp' : 'edited') : 'exact'
  return noRule ? t(`approvals.note.${runs}NoRule`, { noRule }) : t(`approvals.note.${runs}`)
}
