import { askToUnlock } from '../rpc/retryAfterUnlock'
import { useTopic } from '../rpc/useTopic'
import { Button } from '../ui/Button'
import { t } from '../i18n/t'

export interface UnlockButtonProps {
  /** Continues what waited for the vault. */
  readonly onOpened?: () => void
  readonly size?: 'small' | 'usual'
}

/**
 * The button in every "your secrets are locked" message. It opens the dialog and then continues what waited. Shows nothing while the vault
 * is open.
 */
export function UnlockButton({ onOpened, size = 'small' }: UnlockButtonProps) {
  const state = useTopic('vault', (vault) => vault.state)
  if (state === undefined || state === 'open' || state === 'unasked') return null
  const ask = async (): Promise<void> => {
    if (await askToUnlock()) onOpened?.()
  }
  return (
    <Button size={size} onClick={() => void ask()}>
      {t(state === 'chooses' ? 'secrets.chooseMore' : 'secrets.unlockMore')}
    </Button>
  )
}
