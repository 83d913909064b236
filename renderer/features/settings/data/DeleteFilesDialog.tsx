import { useState } from 'react'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { SelectField } from '../../../ui/form/SelectField'
import { formatBytes } from '../../../ui/format/formatBytes'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

const DAY_MS = 86_400_000
/** In days. */
const ages = { month: 30, quarter: 90, halfYear: 182, year: 365, any: 0 } as const
type Age = keyof typeof ages
const ageNames: readonly Age[] = ['month', 'quarter', 'halfYear', 'year', 'any']

/** Deletes attached files by age, after it said how many, how much, and what stays. */
export function DeleteFilesDialog({ onClose }: { readonly onClose: () => void }) {
  const [opened] = useState(() => Date.now())
  const [age, setAge] = useState<Age>('year')
  const version = useTopic('files.stored')
  const before = opened - ages[age] * DAY_MS
  const { data: total, error } = useHostQuery('files.totalBefore', { before }, { version })
  const { busy, failed, run } = useAsyncAction()
  const problem = failed ?? error
  return (
    <Dialog
      title={t('settings.data.delete.title')}
      width="narrow"
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button
            size="action"
            look="danger"
            busy={busy}
            disabled={total === undefined || total.count === 0}
            onClick={() => run(() => callHost('files.deleteBefore', { before }).then(onClose))}
          >
            {t('settings.data.delete.do')}
          </Button>
        </DialogFoot>
      }
    >
      <div className="grid gap-4 px-6 py-4">
        <SelectField<Age>
          label={t('settings.data.delete.age')}
          options={ageNames.map((value) => ({ value, label: t(`settings.data.delete.age.${value}`) }))}
          value={age}
          onValue={setAge}
        />
        <p role="status">{total && t('settings.data.delete.total', { count: total.count, size: formatBytes(total.bytes) })}</p>
        <ul className="grid list-disc gap-2 ps-4 text-text-2">
          <li>{t('settings.data.delete.messagesStay')}</li>
          <li>{t('settings.data.delete.unsentStay')}</li>
          <li>{t('settings.data.delete.noUndo')}</li>
        </ul>
        {problem && <ErrorNotice role="alert" error={problem} />}
      </div>
    </Dialog>
  )
}
