import { askToUnlock } from '../rpc/vaultUnlock'
import { useTopic } from '../rpc/useTopic'
import { Button } from '../ui/Button'
import { t } from '../messages/t'

export interface UnlockButtonProps {
  /** What waited for it. */
  readonly onOpened?: () => void
  readonly size?: 'small' | 'usual'
}

/** The way out of every "your secrets are locked": opens the dialog, and goes on with what waited. Nothing where the vault is open. */
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
