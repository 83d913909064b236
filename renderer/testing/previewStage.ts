import { openQuestion, showChat } from '../state/navigation'
import type { FakeHost } from './fakeHost'
import { previewPlan } from './previewAccounts'
import { previewDialogs, release, type Press } from './previewDialogs'
import { spends } from './previewSampling'

/** Shows the dialogs that ask one by one: for whoever looks at them, and for `npm run pictures`. */
export interface DialogStage {
  readonly names: readonly string[]
  /** Returns what is pressed in it before it looks as it should. */
  show(name: string): readonly Press[]
  /** Lets the question end whose dialog is open, where it is about that. */
  end(name: string): void
}

/** Nothing but these dialogs asks on a host that has a stage. */
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
