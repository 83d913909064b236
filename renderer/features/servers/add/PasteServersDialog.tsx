import { useRef, useState, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { TextArea } from '../../../ui/form/TextArea'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { formFromPaste } from './formFromPaste'
import { candidatesOf, ImportServersReview, launchOf, nameProblem, type Candidate } from './ImportServersReview'
import { submitServerForm } from '../form/submitServerForm'
import { withSecretsExtracted, type ServerForm } from '../form/serverForm'
import { namesOfOthers, uniqueSecretNames } from './uniqueSecretNames'
import { t, translator } from '../../../i18n/t'
import { Notice } from '../../../ui/Notice'

export interface PasteServersDialogProps {
  readonly end: ReactNode
  readonly text: string
  readonly onText: (text: string) => void
  /** Shows the form with what was pasted in it. */
  readonly onForm: (form: ServerForm) => void
  readonly taken: readonly ServerId[]
  readonly onClose: () => void
}

const pauseMs = 200
const noNames: ReadonlySet<string> = new Set()

/** Adds servers from JSON, as READMEs contain it. Shows completely what would run. Adding the servers approves and starts them. */
export function PasteServersDialog({ end, text, onText, onForm, taken, onClose }: PasteServersDialogProps) {
  const settled = useDebouncedValue(text.trim(), pauseMs)
  const asForm = formFromPaste(settled)
  const read = useHostQuery(
    'servers.readImport',
    { text: settled },
    { enabled: settled !== '' && asForm === undefined, staleTime: Infinity },
  )
  const [edited, setEdited] = useState<{ readonly of: unknown; readonly candidates: readonly Candidate[] } | undefined>()
  const { busy, failed, run } = useAsyncAction()
  const field = useRef<HTMLTextAreaElement>(null)
  const others = useTopic('vault', (vault) => namesOfOthers(vault.secrets, undefined)) ?? noNames
  const found = settled === '' || asForm !== undefined ? undefined : read.data
  const candidates = found === undefined ? [] : edited?.of === found ? edited.candidates : candidatesOf(found.servers, taken)
  const chosen = candidates.filter((candidate) => candidate.chosen)
  const ready = chosen.length > 0 && chosen.every((candidate) => nameProblem(candidate, candidates, taken) === undefined)
  const add = async (): Promise<void> => {
    for (const candidate of chosen) {
      const { name, found: server } = candidate
      const result = uniqueSecretNames(name, withSecretsExtracted(name, launchOf(candidate)), others)
      await submitServerForm(name, server.disabledTools.length > 0 ? { ...result, disabledTools: server.disabledTools } : result)
    }
    onClose()
  }
  return (
    <Dialog
      title={t('servers.add')}
      end={end}
      onClose={onClose}
      firstField={field}
      contentKey={found === undefined ? '' : settled}
      foot={(arming, unseen) => (
        <DialogFoot
          onCancel={onClose}
          note={
            unseen === undefined
              ? chosen.length > 0 && t('servers.import.starts', { count: chosen.length })
              : t('questions.scrollFirst', { unseen })
          }
        >
          <Button size="action" look="ink" arming={arming} busy={busy} disabled={!ready || unseen !== undefined} onClick={() => run(add)}>
            {chosen.length > 0 ? t('servers.import.addCount', { count: chosen.length }) : t('servers.import.addNone')}
          </Button>
        </DialogFoot>
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4">
        <Field layout="stack" label={t('servers.import.json')} help={t('servers.import.jsonHelp')}>
          {(control) => <TextArea {...control} ref={field} mono lines={8} value={text} onValue={onText} />}
        </Field>
        {failed && <ErrorNotice role="alert" error={failed} />}
        {asForm && (
          <Notice
            title={t(asForm.kind === 'http' ? 'servers.import.isAddress' : 'servers.import.isCommand')}
            actions={
              <Button size="small" onClick={() => onForm(asForm)}>
                {t('servers.import.fillForm')}
              </Button>
            }
          />
        )}
        {settled !== '' && asForm === undefined && read.error && <ErrorNotice error={read.error} />}
        {found?.problems.map((problem, index) => (
          <Notice key={index} look="danger" title={translator().message(problem)} />
        ))}
        {candidates.length > 0 && (
          <section key={settled} aria-label={t('servers.import.foundSection')}>
            <h3 className="mb-1.5 text-11 font-label text-text-3">{t('servers.import.foundCount', { count: candidates.length })}</h3>
            <ImportServersReview
              candidates={candidates}
              taken={taken}
              onCandidates={(next) => setEdited({ of: found, candidates: next })}
            />
          </section>
        )}
      </div>
    </Dialog>
  )
}
