import type { ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import type { RemovalEffects } from './removalEffects'

export interface RemoveServerDialogProps {
  readonly serverId: ServerId
  /** Undefined while they load. */
  readonly effects: RemovalEffects | undefined
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** "Remove SERVER?": says what goes with the server, and what stays of it. */
export function RemoveServerDialog({ serverId, effects, onRemove, onClose }: RemoveServerDialogProps) {
  return (
    <Dialog
      title={t('servers.remove.ask', { server: serverId })}
      width="narrow"
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button size="action" look="danger" disabled={effects === undefined} onClick={onRemove}>
            {t('servers.action.remove')}
          </Button>
        </DialogFoot>
      }
    >
      <ul className="grid list-disc gap-2 py-4 ps-10 pe-6 text-text-2">
        {effects &&
          (['signedOut', 'secretsDeleted', 'secretsKept', 'rulesKept'] as const)
            .filter((effect) => effects[effect] > 0)
            .map((effect) => <li key={effect}>{t(`servers.remove.${effect}`, { count: effects[effect] })}</li>)}
        <li>{t('servers.remove.undo')}</li>
      </ul>
    </Dialog>
  )
}
