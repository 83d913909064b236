import { useRef, useState } from 'react'
import { LONGEST_PROJECT_NAME } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { showProjects } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { Field } from '../../ui/form/Field'
import { longestHint } from '../../ui/form/longestHint'
import { TextField } from '../../ui/form/TextField'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useAsyncAction } from '../../widgets/useAsyncAction'

/** Asks for the name of a new project, makes it and opens its page. */
export function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { busy, failed, run } = useAsyncAction()
  const create = (): void => {
    if (name.trim() === '') return field.current?.focus()
    run(async () => {
      const { projectId } = await callHost('projects.create', { name: name.trim() })
      onClose()
      showProjects(projectId)
    })
  }
  return (
    <Dialog
      title={t('projects.new')}
      width="narrow"
      onClose={onClose}
      firstField={field}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button size="action" look="ink" busy={busy} onClick={create}>
            {t('projects.create')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        className="grid gap-3 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Field
          label={t('projects.name')}
          help={<span role="status">{longestHint(name, LONGEST_PROJECT_NAME) ?? t('projects.name.help')}</span>}
        >
          {(control) => <TextField {...control} ref={field} maxLength={LONGEST_PROJECT_NAME} value={name} onValue={setName} />}
        </Field>
        {failed && <ErrorNotice role="alert" error={failed} />}
      </form>
    </Dialog>
  )
}
