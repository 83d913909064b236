import { useId, useState } from 'react'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { isUsable, noPassphrase, PassphraseFields } from './PassphraseFields'
import { t } from '../../../i18n/t'

export interface ChooseSecretStorageProps {
  /** Either nothing is stored yet, or the vault does not open, because of its keychain or a forgotten passphrase. */
  readonly why: 'noKeychain' | 'keychainLocked' | 'forgotten'
  readonly onDone: () => void
  readonly onCancel: () => void
  /** Tries the keychain again, when that is possible. */
  readonly onKeychain?: () => Promise<void>
}

/** Chooses how to store secrets without a keychain. Parley writes nothing before the choice. */
export function ChooseSecretStorage({ why, onDone, onCancel, onKeychain }: ChooseSecretStorageProps) {
  const form = useId()
  const [kept, setKept] = useState('passphrase')
  const [passphrase, setPassphrase] = useState(noPassphrase)
  const { busy, failed, run } = useAsyncAction()
  const startOver = why === 'forgotten' || (why === 'keychainLocked' && kept === 'passphrase')
  const ready = kept === 'memory' || isUsable(passphrase)
  const choose = async (): Promise<void> => {
    await callHost(
      'secrets.choose',
      kept === 'memory' ? { kept, startOver } : { kept: 'passphrase', passphrase: passphrase.once, startOver },
    )
    onDone()
  }
  return (
    <Dialog
      title={t(why === 'forgotten' ? 'secrets.choose.startOverTitle' : 'secrets.choose.title')}
      width="narrow"
      onClose={onCancel}
      foot={
        <DialogFoot onCancel={onCancel} note={startOver ? undefined : t('secrets.choose.later')}>
          <Button size="action" look={startOver ? 'danger' : 'ink'} busy={busy} type="submit" form={form} disabled={!ready}>
            {t(startOver ? 'secrets.choose.startOver' : 'secrets.choose.keepSo')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        id={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) run(choose)
        }}
      >
        {failed && <ErrorNotice role="alert" error={failed} />}
        <div className="grid gap-1">
          <p className="breakable text-text-2">{t(`secrets.choose.${why}`)}</p>
          {onKeychain && (
            <div>
              <Button size="small" look="bare" className="-ms-2" onClick={() => run(onKeychain)}>
                {t('secrets.choose.tryKeychain')}
              </Button>
            </div>
          )}
        </div>
        <RadioGroup label={t('secrets.choose.how')} value={kept} onValue={setKept}>
          <RadioOption value="passphrase" label={t('secrets.choose.passphrase')} help={t('secrets.choose.passphraseHelp')} />
          <RadioOption value="memory" label={t('secrets.choose.memory')} help={t('secrets.choose.memoryHelp')} />
        </RadioGroup>
        {kept === 'passphrase' && <PassphraseFields autoFocus value={passphrase} onValue={setPassphrase} />}
      </form>
    </Dialog>
  )
}
