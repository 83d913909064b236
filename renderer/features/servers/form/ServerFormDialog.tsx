import { assertNever } from '../../../../shared/lib/assertNever'
import { openServerForm, useNavigation } from '../../../state/navigation'
import { AddServerDialog } from './AddServerDialog'
import { EditServerDialog } from './EditServerDialog'
import { ImportServersDialog } from '../add/ImportServersDialog'

/** Shows the open dialog for a server's definition. Any part of the screen can open it through the navigation state. */
export function ServerFormDialog() {
  const target = useNavigation((screen) => screen.serverForm)
  const close = () => openServerForm(undefined)
  if (!target) return null
  switch (target.kind) {
    case 'add':
    case 'paste':
      return <AddServerDialog startWith={target.kind === 'add' ? 'form' : 'json'} onClose={close} />
    case 'edit':
      return <EditServerDialog key={target.serverId} serverId={target.serverId} part={target.part} onClose={close} />
    case 'takeOver':
      return <ImportServersDialog onClose={close} />
    default:
      return assertNever(target)
  }
}
