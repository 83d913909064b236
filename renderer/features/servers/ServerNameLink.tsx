import type { ServerId } from '../../../shared/domain/ids'
import { showServers } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { SafeName } from '../../ui/SafeName'
import { classNames } from '../../ui/classNames'

export interface ServerNameLinkProps {
  readonly serverId: ServerId
  /** The id of the heading, for elements that it labels. */
  readonly id?: string
  /** Extends the link to the whole row. */
  readonly wide?: boolean
}

/** A server's name as a heading that links to its page. */
export function ServerNameLink({ serverId, id, wide = false }: ServerNameLinkProps) {
  return (
    <h3 id={id} className="cut text-14 font-title tracking-[-0.006em]">
      <AppLink
        to="server"
        translate="no"
        data-list-item={serverId}
        className={classNames('rounded-1 hover:underline', wide && 'after:absolute after:inset-0')}
        onGo={() => showServers(serverId)}
      >
        <SafeName name={serverId} />
      </AppLink>
    </h3>
  )
}
