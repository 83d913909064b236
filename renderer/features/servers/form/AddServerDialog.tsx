import { useState } from 'react'
import { useServers } from '../../../rpc/useServers'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { emptyForm, type ServerForm } from './serverForm'
import { PasteServersDialog } from '../add/PasteServersDialog'
import { ServerEditor } from './ServerEditor'
import { t } from '../../../i18n/t'

export interface AddServerDialogProps {
  readonly startWith: 'form' | 'json'
  readonly onClose: () => void
}

/** Adds one server through the form, or several from JSON. Each side keeps its content while the other one is shown. */
export function AddServerDialog({ startWith, onClose }: AddServerDialogProps) {
  const [by, setBy] = useState(startWith)
  const [form, setForm] = useState<ServerForm>(emptyForm)
  const [text, setText] = useState('')
  const taken = (useServers() ?? []).map(({ server }) => server.id)
  const end = (
    <SegmentedControl
      label={t('servers.form.how')}
      value={by}
      onValue={setBy}
      options={[
        { value: 'form', label: t('servers.form.form') },
        { value: 'json', label: t('servers.form.json') },
      ]}
    />
  )
  return by === 'form' ? (
    <ServerEditor title={t('servers.add')} end={end} form={form} onForm={setForm} taken={taken} onClose={onClose} />
  ) : (
    <PasteServersDialog
      end={end}
      text={text}
      onText={setText}
      onForm={(filled) => {
        setForm(filled)
        setBy('form')
      }}
      taken={taken}
      onClose={onClose}
    />
  )
}
