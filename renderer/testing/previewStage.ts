import { openQuestion, showChat } from '../state/navigation'
import type { FakeHost } from './fakeHost'
import { previewPlan } from './previewAccounts'
import { previewDialogs, release, type Press } from './previewDialogs'
import { spends } from './previewSampling'

/** Shows the question dialogs one by one, for previews and for `npm run pictures`. */
export interface DialogStage {
  readonly names: readonly string[]
  /** Shows a dialog. Returns the elements to press before it looks as intended. */
  show(name: string): readonly Press[]
  /** Ends the question of the open dialog, for a dialog that shows an ended question. */
  end(name: string): void
}

/** Prepares a host on which only these dialogs ask questions. */
export function dialogStage(host: FakeHost): DialogStage {
  host
    .publish('questions', { open: [], ended: [] })
    .publish('sampling.usage', spends)
    .answer('chat.open', () => ({ conversation: release, seq: 0 }))
    .answer('accounts.prepare', () => ({ ...previewPlan, warnings: [], otherIssuers: [] }))
    .answer('accounts.cancel', () => undefined)
    .answer('questions.saveDraft', () => undefined)
    .answer('questions.answer', () => ({ taken: true }))
  showChat(release.id)
  const find = (name: string) => previewDialogs.find((dialog) => dialog.name === name)
  return {
    names: previewDialogs.map(({ name }) => name),
    show: (name) => {
      const dialog = find(name)
      if (!dialog) return []
      host.publish('questions', { open: [dialog.question, ...(dialog.behind ?? [])], ended: [] })
      openQuestion(dialog.question.id)
      return dialog.presses ?? []
    },
    end: (name) => {
      const end = find(name)?.end
      if (end) host.publish('questions', { open: [], ended: [end] })
    },
  }
}
