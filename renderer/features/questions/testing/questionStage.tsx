import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { Question, QuestionDetails } from '../../../../shared/domain/question'
import { useNavigation } from '../../../state/navigation'
import { noteSent } from '../../../state/typingActivity'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { passTime } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { UndoBar } from '../../../widgets/UndoBar'
import { useDeferredQuestions } from '../questionDialogStore'
import { QuestionDialog } from '../QuestionDialog'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))

/** Returns a question of the server Everything, in a call of the conversation in front. */
export const questionOf = (details: QuestionDetails, n = 10): Question => ({
  id: QuestionId.parse(uuid(n)),
  asker: { serverId: ServerId.parse('Everything'), callIds: [CallId.parse(uuid(100 + n))], conversationId: here },
  created: 0,
  expires: 1,
  details,
})

/** Shows the dialog of one question with fake timers, which the test advances. The test must restore real timers afterwards. */
export async function showQuestion(details: QuestionDetails) {
  useNavigation.setState({ view: 'chat', conversationId: here, questionId: undefined })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set(), answering: undefined })
  noteSent()
  const host = new FakeHost()
  const answers: unknown[] = []
  host.publish('questions', { open: [], ended: [] })
  host.answer('questions.answer', ({ answer }) => {
    answers.push(answer)
    return { taken: true }
  })
  host.answer('questions.saveDraft', () => undefined)
  host.answer('questions.checkArguments', () => ({ problems: [] }))
  const shown = await renderWithHost(
    <>
      <QuestionDialog />
      <UndoBar />
    </>,
    host,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await act(async () => void host.publish('questions', { open: [questionOf(details)], ended: [] }))
  await passTime(1)
  return { ...shown, answers }
}

export const dialog = (): HTMLElement => screen.getByRole('dialog')

export const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name })

/** Waits until the answers are enabled, as a person must, and presses one. */
export async function press(name: string): Promise<void> {
  await passTime(600)
  await user.click(button(name))
}
