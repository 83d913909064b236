import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import { deprecatedFeatures, deprecationEffect, type DeprecatedFeature } from '../../../shared/protocol/deprecatedFeatures'
import { t } from '../../i18n/t'
import { Chip } from '../../ui/Chip'

export interface DeprecationNoteProps {
  readonly feature: DeprecatedFeature
  /** The server that is shown or configured. What the deprecation means for it is known only while it is connected. */
  readonly of?: { readonly serverId: ServerId; readonly state: ConnectionState }
}

/** Says that MCP has deprecated something, what it has instead, and what that means for this server. Quiet: there is nothing to do. */
export function DeprecationNote({ feature, of }: DeprecationNoteProps) {
  const { since } = deprecatedFeatures[feature]
  return (
    <span className="block text-12 text-text-3">
      <DeprecationMark feature={feature} /> {t(`deprecations.${feature}`, { since })}
      {of?.state.phase === 'ready' && ` ${describeEffect(feature, of.serverId, of.state.negotiation.version)}`}
    </span>
  )
}

/** The word alone, beside a name. */
export function DeprecationMark({ feature }: { readonly feature: DeprecatedFeature }) {
  return <Chip size="small">{t(`deprecations.mark.${deprecatedFeatures[feature].status}`)}</Chip>
}

function describeEffect(feature: DeprecatedFeature, server: ServerId, protocol: string): string {
  const means = deprecationEffect(feature, protocol)
  if (means.effect === 'none') return t('deprecations.effect.none', { server, protocol })
  const { keptUntil } = means
  return keptUntil === undefined ? t('deprecations.effect.works', { server }) : t('deprecations.effect.worksUntil', { server, keptUntil })
}
