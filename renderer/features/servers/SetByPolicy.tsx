import { Lock } from 'lucide-react'
import type { ServerConfig } from '../../../shared/domain/server'
import { Chip } from '../../ui/Chip'
import { SafeText } from '../../ui/SafeText'
import { Text } from '../../i18n/Text'

/** A mark beside the name of a server that an admin has set. It cannot be edited or removed. */
export function SetByPolicy({ server }: { readonly server: Pick<ServerConfig, 'setBy'> }) {
  if (server.setBy === undefined) return null
  return (
    <Chip size="small">
      <Lock size={11} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut max-w-40">
        <Text id="policy.setBy" components={{ by: <SafeText text={server.setBy} /> }} />
      </span>
    </Chip>
  )
}
