import type { Icon } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { LetterTile, type TileSize } from '../../ui/LetterTile'
import { useIcon } from '../../widgets/useIcon'

export interface ServerTileProps {
  readonly serverId: ServerId
  readonly size?: TileSize
}

/** A server's tile in lists: its own icon after a check, otherwise the letter. Questions use `LetterTile`, which no server can change. */
export function ServerTile({ serverId, size = 20 }: ServerTileProps) {
  const icons = useTopic('connections.states', ({ [serverId]: state }) => (state?.phase === 'ready' ? state.identity.icons : undefined))
  return icons ? <PicturedTile serverId={serverId} icons={icons} size={size} /> : <LetterTile name={serverId} size={size} />
}

function PicturedTile({ serverId, icons, size }: Required<ServerTileProps> & { readonly icons: readonly Icon[] }) {
  const picture = useIcon(serverId, icons, size)
  return <LetterTile name={serverId} size={size} {...(picture !== undefined && { picture })} />
}
