import type { ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { openServerRemoval, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { useRemovalEffects } from './removalEffects'
import { removeServer } from './removeServer'

/**
 * "Remove SERVER?": says what goes with the server, and what stays of it. It belongs to no row of the list: a server that starts or fails
 * meanwhile moves in the list, and the dialog stays.
 */
export function RemoveServerDialog() {
  const serverId = useNavigation((screen) => screen.serverRemoval)
  return serverId === undefined ? null : <AskToRemove key={serverId} serverId={serverId} onClose={() => openServerRemoval(undefined)} />
}

interface AskToRemoveProps {
  readonly serverId: ServerId
  readonly onClose: () => void
}

function AskToRemove({ serverId, onClose }: AskToRemoveProps) {
  // Undefined while they load.
  const effects = useRemovalEffects(serverId)
  const { busy, failed, run } = useAsyncAction()
  return (
    <Dialog
      title={t('servers.remove.ask', { server: serverId })}
      width="narrow"
      onClose={onClose}
      foot={
        <DialogFoot onCancel={onClose}>
          <Button
            size="action"
            look="danger"
            disabled={effects === undefined || busy}
            onClick={() => run(() => removeServer(serverId).then(onClose))}
          >
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
      {failed && (
        <div className="px-6 pb-4">
          <ErrorNotice error={failed} />
        </div>
      )}
    </Dialog>
  )
}
