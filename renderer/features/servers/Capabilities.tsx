import type { ReadyState } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import { deprecatedFeaturesOf } from '../../../shared/protocol/deprecatedFeatures'
import { DeprecationNote } from '../../widgets/deprecation/DeprecationNote'
import { t, translator } from '../../i18n/t'

/** What a server can do beside its lists, and which of it MCP has deprecated. A deprecated transport is said at the transport. */
export function Capabilities({ serverId, state }: { readonly serverId: ServerId; readonly state: ReadyState }) {
  const { abilities } = state
  if (abilities.length === 0) return t('servers.about.capabilities.none')
  const deprecated = deprecatedFeaturesOf(state).filter((feature) => feature !== 'httpSse')
  return (
    <>
      {translator().list(abilities.map((ability) => t(`servers.capability.${ability}`)))}
      {deprecated.map((feature) => (
        <DeprecationNote key={feature} feature={feature} of={{ serverId, state }} />
      ))}
    </>
  )
}
