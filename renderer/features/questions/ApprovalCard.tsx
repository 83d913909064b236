import { useState } from 'react'
import type { RuleLasts, RuleReach } from '../../../shared/domain/approval'
import type { ApprovalDetails } from '../../../shared/domain/question'
import { canonicalJson } from '../../../shared/lib/json'
import { readArguments } from '../../ui/argumentFields'
import { plainText } from '../../ui/unsafeCharacters'
import { Asker } from './Asker'
import { ApprovalBody } from './ApprovalBody'
import { readApprovalDraft, type ApprovalDraft } from './approvalDraft'
import { ApprovalScope } from './ApprovalScope'
import type { CardProps } from './cardProps'
import { QuestionCard } from './QuestionCard'
import { useQuestionDraft } from './useQuestionDraft'

/** "Allow TOOL?": what would run, with which arguments, and why Parley asks. */
export function ApprovalCard({ details, ...place }: CardProps<ApprovalDetails>) {
  const [draft, setDraft] = useQuestionDraft<ApprovalDraft>(place.question, (kept) => readApprovalDraft(kept, details.arguments))
  const [scope, setScope] = useState(false)
  const [broken, setBroken] = useState<readonly string[]>([])
  const [what, setWhat] = useState<RuleReach>('tool')
  const [howLong, setHowLong] = useState<RuleLasts>('conversation')
  const { asker } = place.question
  const read = readArguments(draft.json)
  const readable = read.ok && broken.length === 0
  const edited = read.ok && canonicalJson(read.value) !== canonicalJson(details.arguments)
  const args = read.ok && edited ? { arguments: read.value } : {}
  const destructive = details.annotations?.destructiveHint === true && details.annotations.readOnlyHint !== true
  const word = draft.word.trim()
  return (
    <QuestionCard
      {...place}
      content={scope ? 'scope' : ''}
      who={<Asker asker={asker} during={false} account={details.account} />}
      title={
        <>
          Allow <code>{plainText(details.tool)}</code>?
        </>
      }
      answers={{
        refuse: { word: 'Deny', answer: { kind: 'approval', action: 'deny', ...(word !== '' && { word }) } },
        ...(scope
          ? {
              note: 'You find it again under Settings, Rules.',
              onBack: () => setScope(false),
              allow: { word: 'Allow', answer: readable ? { kind: 'approval', action: 'alwaysAllow', what, howLong, ...args } : undefined },
            }
          : {
              note: runNote(readable, edited),
              more: { word: 'Always allow…', onShow: () => setScope(true), disabled: !readable },
              allow: {
                word: 'Allow once',
                answer: readable ? { kind: 'approval', action: 'allowOnce', ...args } : undefined,
                risky: destructive,
              },
            }),
      }}
    >
      {scope ? (
        <ApprovalScope server={asker.serverId} details={details} what={what} onWhat={setWhat} howLong={howLong} onHowLong={setHowLong} />
      ) : (
        <ApprovalBody server={asker.serverId} details={details} draft={draft} onDraft={setDraft} onBroken={setBroken} />
      )}
    </QuestionCard>
  )
}

function runNote(readable: boolean, edited: boolean): string {
  if (!readable) return 'The arguments need a look first.'
  return edited ? 'Your arguments run. The model is told that you changed them.' : 'Exactly these arguments run.'
}
