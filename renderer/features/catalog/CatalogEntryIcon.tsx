import type { Icon } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { useIcon } from '../../widgets/useIcon'

export interface CatalogEntryIconProps {
  readonly serverId: ServerId
  readonly icons: readonly Icon[] | undefined
}

/** The icon of a tool, prompt or resource in a list. Its space is reserved from the start, so that nothing moves when it loads. */
export function CatalogEntryIcon({ serverId, icons }: CatalogEntryIconProps) {
  return icons ? <Picture serverId={serverId} icons={icons} /> : null
}

function Picture({ serverId, icons }: { readonly serverId: ServerId; readonly icons: readonly Icon[] }) {
  const picture = useIcon(serverId, icons, 16)
  return (
    <span aria-hidden="true" className="inline-grid size-4 shrink-0 place-items-center overflow-hidden rounded-[4px]">
      {picture !== undefined && <img src={picture} alt="" className="size-full object-contain" />}
    </span>
  )
}
