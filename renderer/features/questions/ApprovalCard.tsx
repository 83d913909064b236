import { useState } from 'react'
import type { RuleLasts, RuleReach } from '../../../shared/domain/approval'
import type { ApprovalDetails } from '../../../shared/domain/question'
import { canonicalJson } from '../../../shared/lib/json'
import { readArguments } from '../../ui/argumentFields'
import { plainText } from '../../ui/unsafeCharacters'
import { AllowButton, AnswerFoot, RefuseButton, TowardsButton } from './AnswerButtons'
import { Asker } from './Asker'
import { ApprovalBody } from './ApprovalBody'
import { readApprovalDraft, type ApprovalDraft } from './approvalDraft'
import { ApprovalScope } from './ApprovalScope'
import { QuestionCard, type CardProps } from './QuestionCard'
import { useAnswer } from './useAnswer'
import { useQuestionDraft } from './useQuestionDraft'

/** "Allow TOOL?": what would run, with which arguments, and why Parley asks. */
export function ApprovalCard({ question, details, ...common }: CardProps<ApprovalDetails>) {
  const answering = useAnswer(question)
  const [draft, setDraft] = useQuestionDraft<ApprovalDraft>(question, (kept) => readApprovalDraft(kept, details.arguments))
  const [scope, setScope] = useState(false)
  const [broken, setBroken] = useState<readonly string[]>([])
  const [what, setWhat] = useState<RuleReach>('tool')
  const [howLong, setHowLong] = useState<RuleLasts>('conversation')
  const server = question.asker.serverId
  const read = readArguments(draft.json)
  const readable = read.ok && broken.length === 0
  const edited = read.ok && canonicalJson(read.value) !== canonicalJson(details.arguments)
  const args = read.ok && edited ? { arguments: read.value } : {}
  const destructive = details.annotations?.destructiveHint === true && details.annotations.readOnlyHint !== true

  const deny = () => {
    const word = draft.word.trim()
    void answering.answer({ kind: 'approval', action: 'deny', ...(word !== '' && { word }) })
  }
  const allowOnce = () => void answering.answer({ kind: 'approval', action: 'allowOnce', ...args })
  const allowAlways = () => void answering.answer({ kind: 'approval', action: 'alwaysAllow', what, howLong, ...args })
  return (
    <QuestionCard
      {...common}
      question={question}
      content={scope ? 'scope' : ''}
      answering={answering}
      who={<Asker asker={question.asker} during={false} />}
      title={
        <>
          Allow <code>{plainText(details.tool)}</code>?
        </>
      }
      foot={(arming) => (
        <AnswerFoot
          refuse={
            <RefuseButton arming={arming} disabled={answering.busy} onClick={deny}>
              Deny
            </RefuseButton>
          }
          note={scope ? 'You find it again under Settings, Rules.' : runNote(readable, edited)}
          allow={
            scope ? (
              <>
                <TowardsButton disabled={answering.busy} onClick={() => setScope(false)}>
                  Back
                </TowardsButton>
                <AllowButton arming={arming} busy={answering.busy} disabled={!readable} onClick={allowAlways}>
                  Allow
                </AllowButton>
              </>
            ) : (
              <>
                <TowardsButton arming={arming} disabled={answering.busy || !readable} onClick={() => setScope(true)}>
                  Always allow…
                </TowardsButton>
                <AllowButton arming={arming} busy={answering.busy} disabled={!readable} risky={destructive} onClick={allowOnce}>
                  Allow once
                </AllowButton>
              </>
            )
          }
        />
      )}
    >
      {scope ? (
        <ApprovalScope server={server} details={details} what={what} onWhat={setWhat} howLong={howLong} onHowLong={setHowLong} />
      ) : (
        <ApprovalBody server={server} details={details} draft={draft} onDraft={setDraft} onBroken={setBroken} />
      )}
    </QuestionCard>
  )
}

function runNote(readable: boolean, edited: boolean): string {
  if (!readable) return 'The arguments need a look first.'
  return edited ? 'Your arguments run. The model is told that you changed them.' : 'Exactly these arguments run.'
}
