import { useId, useState } from 'react'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { useAttempt } from '../../../widgets/useAttempt'
import { isUsable, noPassphrase, PassphraseFields } from './PassphraseFields'

export interface ChooseSecretStorageProps {
  /** Nothing is kept yet; or what is kept does not open, because of its keychain, or because its passphrase is forgotten. */
  readonly why: 'noKeychain' | 'keychainLocked' | 'forgotten'
  readonly onDone: () => void
  readonly onCancel: () => void
  /** Where a keychain may open after all. */
  readonly onKeychain?: () => Promise<void>
}

const because: Record<ChooseSecretStorageProps['why'], string> = {
  noKeychain:
    'This system has no keychain that Parley can use, so the key to your secrets has to come from you, or the secrets have to go when Parley quits.',
  keychainLocked:
    'The keychain that holds the key to your secrets does not open. With a passphrase you start over: what is kept now is put aside in a file beside the new one, and you enter your secrets again. Until Parley quits, new ones are kept in memory, and the others wait for the keychain.',
  forgotten:
    'What is kept now cannot be opened without its passphrase. It is put aside in a file beside the new one, and you enter your secrets again.',
}

/** How secrets are kept where there is no keychain. Until it is answered, nothing is written. */
export function ChooseSecretStorage({ why, onDone, onCancel, onKeychain }: ChooseSecretStorageProps) {
  const form = useId()
  const [kept, setKept] = useState('passphrase')
  const [passphrase, setPassphrase] = useState(noPassphrase)
  const { busy, failed, run } = useAttempt()
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
      title={why === 'forgotten' ? 'Start over with your secrets' : 'How should Parley keep secrets?'}
      width="narrow"
      onClose={onCancel}
      foot={
        <DialogFoot onCancel={onCancel} note={startOver ? undefined : 'You can change this in Settings.'}>
          <Button size="action" look={startOver ? 'danger' : 'ink'} busy={busy} type="submit" form={form} disabled={!ready}>
            {startOver ? 'Start over' : 'Keep them so'}
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
          <p className="breakable text-text-2">{because[why]}</p>
          {onKeychain && (
            <div>
              <Button size="small" look="bare" className="-ml-2" onClick={() => run(onKeychain)}>
                Try the keychain again
              </Button>
            </div>
          )}
        </div>
        <RadioGroup label="How secrets are kept" value={kept} onValue={setKept}>
          <RadioOption
            value="passphrase"
            label="Encrypted, with a passphrase"
            help="In the data folder. You enter the passphrase after each start of Parley, when a secret is needed."
          />
          <RadioOption
            value="memory"
            label="Until Parley quits"
            help="Nothing is written. You enter your secrets again after each start."
          />
        </RadioGroup>
        {kept === 'passphrase' && <PassphraseFields autoFocus value={passphrase} onValue={setPassphrase} />}
      </form>
    </Dialog>
  )
}
