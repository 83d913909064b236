import { useEffect, useId, useState } from 'react'
import type { VaultView } from '../../../../shared/domain/vaultState'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { endUnlocking, mountVaultUnlock, useUnlocking } from '../../../rpc/retryAfterUnlock'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { ChooseSecretStorage } from './ChooseSecretStorage'
import { t } from '../../../i18n/t'

/** Opens the vault for waiting calls: with its passphrase, with another try of the keychain, or with a choice of how to store secrets. */
export function UnlockVaultDialog() {
  const vault = useTopic('vault')
  const wanted = useUnlocking()
  const state = vault?.state
  useEffect(() => mountVaultUnlock(state), [state])
  useEffect(() => {
    // Another page may have opened it.
    if (wanted && state === 'open') endUnlocking(true)
  }, [wanted, state])
  useEffect(() => () => endUnlocking(false), [])
  if (!wanted || !vault || state === 'open') return null
  return <OpenVault key={state} vault={vault} />
}

function OpenVault({ vault }: { readonly vault: VaultView }) {
  const [otherwise, setOtherwise] = useState(false)
  const done = () => endUnlocking(true)
  const cancel = () => endUnlocking(false)
  const askKeychain = async (): Promise<void> => {
    await callHost('secrets.unlock', {})
    done()
  }
  if (vault.state === 'chooses') return <ChooseSecretStorage why="noKeychain" onDone={done} onCancel={cancel} onKeychain={askKeychain} />
  if (otherwise) {
    const why = vault.state === 'needsPassphrase' ? 'forgotten' : 'keychainLocked'
    return <ChooseSecretStorage why={why} onDone={done} onCancel={() => setOtherwise(false)} />
  }
  return vault.state === 'needsPassphrase' ? (
    <EnterPassphrase onDone={done} onCancel={cancel} onStartOver={() => setOtherwise(true)} />
  ) : (
    <OpenKeychain vault={vault} onTry={askKeychain} onCancel={cancel} onOtherwise={() => setOtherwise(true)} />
  )
}

interface EnterPassphraseProps {
  readonly onDone: () => void
  readonly onCancel: () => void
  readonly onStartOver: () => void
}

function EnterPassphrase({ onDone, onCancel, onStartOver }: EnterPassphraseProps) {
  const form = useId()
  const [passphrase, setPassphrase] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const unlock = async (): Promise<void> => {
    await callHost('secrets.unlock', { passphrase })
    onDone()
  }
  return (
    <Dialog
      title={t('secrets.unlock.title')}
      width="narrow"
      onClose={onCancel}
      foot={
        <DialogFoot onCancel={onCancel}>
          <Button size="action" look="ink" busy={busy} type="submit" form={form} disabled={passphrase === ''}>
            {t('secrets.unlock')}
          </Button>
        </DialogFoot>
      }
    >
      <form
        id={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (passphrase !== '' && !busy) run(unlock)
        }}
      >
        {failed && <ErrorNotice role="alert" error={failed} />}
        <Field layout="stack" label={t('secrets.passphrase')} help={t('secrets.unlock.help')}>
          {(control) => <SecretField {...control} autoFocus value={passphrase} onValue={setPassphrase} />}
        </Field>
        <div>
          <Button size="small" look="bare" className="-ms-2" onClick={onStartOver}>
            {t('secrets.unlock.forgotten')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface OpenKeychainProps {
  readonly vault: VaultView
  readonly onTry: () => Promise<void>
  readonly onCancel: () => void
  readonly onOtherwise: () => void
}

function OpenKeychain({ vault, onTry, onCancel, onOtherwise }: OpenKeychainProps) {
  const { busy, failed, run } = useAsyncAction()
  const why = failed ?? vault.problem
  return (
    <Dialog
      title={t('secrets.unlock.locked')}
      width="narrow"
      onClose={onCancel}
      foot={
        <DialogFoot onCancel={onCancel}>
          <Button size="action" look="ink" busy={busy} onClick={() => run(onTry)}>
            {t('secrets.unlock.tryAgain')}
          </Button>
        </DialogFoot>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4">
        <p className="text-text-2">{t('secrets.unlock.keychain')}</p>
        {why && <ErrorNotice {...(failed && { role: 'alert' })} error={why} actions={null} />}
        <div>
          <Button size="small" look="bare" className="-ms-2" onClick={onOtherwise}>
            {t('secrets.unlock.otherwise')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
