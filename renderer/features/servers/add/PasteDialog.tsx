import { useState, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useCall'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { Notice } from '../../../ui/Notice'
import { SafeText } from '../../../ui/SafeText'
import { TextArea } from '../../../ui/form/TextArea'
import { useAttempt } from '../../../widgets/useAttempt'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { formatCount } from '../../../ui/format/relativeTime'
import { candidatesOf, ImportReview, nameProblem, type Candidate } from './ImportReview'
import { saveServer } from '../form/saveServer'
import { withSecretsKept } from '../form/serverForm'
import { namesOfOthers, uniqueNames } from './uniqueNames'

export interface PasteDialogProps {
  readonly end: ReactNode
  readonly text: string
  readonly onText: (text: string) => void
  readonly taken: readonly ServerId[]
  readonly onClose: () => void
}

const pauseMs = 200
const noNames: ReadonlySet<string> = new Set()

/** Adds servers from the JSON that a README shows. What would run is shown whole; adding is the approval, and starts them. */
export function PasteDialog({ end, text, onText, taken, onClose }: PasteDialogProps) {
  const settled = useDebouncedValue(text.trim(), pauseMs)
  const read = useHostQuery('servers.readImport', { text: settled }, { enabled: settled !== '', staleTime: Infinity })
  const [edited, setEdited] = useState<{ readonly of: unknown; readonly candidates: readonly Candidate[] } | undefined>()
  const { busy, failed, run } = useAttempt()
  const others = useTopic('vault', (vault) => namesOfOthers(vault.secrets, undefined)) ?? noNames
  const found = settled === '' ? undefined : read.data
  const candidates = found === undefined ? [] : edited?.of === found ? edited.candidates : candidatesOf(found.servers, taken)
  const chosen = candidates.filter((candidate) => candidate.chosen)
  const ready = chosen.length > 0 && chosen.every((candidate) => nameProblem(candidate, candidates, taken) === undefined)
  const add = async (): Promise<void> => {
    for (const { name, found: server } of chosen) {
      await saveServer(name, uniqueNames(name, withSecretsKept(name, server.launch), others))
    }
    onClose()
  }
  return (
    <Dialog
      title="Add server"
      end={end}
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose} note={chosen.length > 0 && 'They start when you add them.'}>
          <Button size="action" look="ink" busy={busy} disabled={!ready} onClick={() => run(add)}>
            {chosen.length > 0 ? `Add ${formatCount(chosen.length, 'server')}` : 'Add'}
          </Button>
        </DialogFoot>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4">
        <Field
          layout="stack"
          label="JSON"
          help="What its README shows: mcpServers, VS Code’s servers, or one server alone. Comments are fine."
        >
          {(control) => <TextArea {...control} mono lines={8} value={text} onValue={onText} />}
        </Field>
        {failed && <ErrorNotice role="alert" error={failed} />}
        {settled !== '' && read.error && <ErrorNotice error={read.error} />}
        {found?.problems.map((problem) => (
          <Notice key={problem} look="danger" title={<SafeText text={problem} />} />
        ))}
        {candidates.length > 0 && (
          <section aria-label="Found">
            <h3 className="mb-1.5 text-11 font-label text-text-3">
              {formatCount(candidates.length, 'server')} found. This is what will run
            </h3>
            <ImportReview candidates={candidates} taken={taken} onCandidates={(next) => setEdited({ of: found, candidates: next })} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
