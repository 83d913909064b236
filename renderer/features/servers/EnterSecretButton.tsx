import { ServerText } from '../../i18n/ServerText'
import { useId, useState } from 'react'
import type { ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { Field } from '../../ui/form/Field'
import { SecretField } from '../../ui/form/SecretField'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { secretStorageSentence } from '../../widgets/secretStorageLabel'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { t } from '../../i18n/t'

interface EnterSecretProps {
  readonly serverId: ServerId
  /** The name under which the configuration, or the policy, refers to it. */
  readonly name: string
}

/** Asks for the value of one secret that a server cannot start without. The rest of its configuration may be locked. */
export function EnterSecretButton(props: EnterSecretProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('servers.remedy.secret')}
      </Button>
      {open && <EnterSecretDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function EnterSecretDialog({ serverId, name, onClose }: EnterSecretProps & { readonly onClose: () => void }) {
  const form = useId()
  const kept = useTopic('vault', (vault) => vault.kept) ?? 'unknown'
  const [value, setValue] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const save = async (): Promise<void> => {
    await callHost('secrets.put', { name, value })
    onClose()
    await callHost('servers.start', { serverId })
  }
  return (
    <Dialog
      title={t('servers.secret.title')}
      width="narrow"
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button size="action" look="ink" busy={busy} type="submit" form={form} disabled={value === ''}>
            {t('servers.secret.save')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        id={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (value !== '' && !busy) run(save)
        }}
      >
        {failed && <ErrorNotice role="alert" error={failed} />}
        <p className="text-text-2">
          <ServerText id="servers.secret.needs" server={serverId} />
        </p>
        <Field layout="stack" label={t('secrets.row.valueOf', { name })} help={secretStorageSentence(kept)}>
          {(control) => <SecretField {...control} autoFocus value={value} onValue={setValue} />}
        </Field>
      </form>
    </Dialog>
  )
}
