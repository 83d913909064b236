import { create } from 'zustand'
import type { HistorySummary } from '../../../../shared/domain/historySummary'
import type { MessageId } from '../../../../shared/domain/ids'

/** A summary that is being edited. */
export interface SummaryEdit {
  readonly text: string
  /** When the summary had been changed last. */
  readonly since: number
}

/** What is typed stays while another conversation is in front. */
export const useSummaryEdits = create<ReadonlyMap<MessageId, SummaryEdit>>(() => new Map())

export const startSummaryEdit = ({ through, text, changed }: HistorySummary): void => set(through, { text, since: changed })

export const setSummaryText = (through: MessageId, text: string): void => {
  const edit = useSummaryEdits.getState().get(through)
  if (edit) set(through, { ...edit, text })
}

export const endSummaryEdit = (through: MessageId): void =>
  useSummaryEdits.setState(new Map([...useSummaryEdits.getState()].filter(([id]) => id !== through)), true)

function set(through: MessageId, edit: SummaryEdit): void {
  useSummaryEdits.setState(new Map(useSummaryEdits.getState()).set(through, edit), true)
}
