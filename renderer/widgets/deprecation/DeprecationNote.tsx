import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import { deprecatedFeatures, deprecationEffect, type DeprecatedFeature } from '../../../shared/protocol/deprecatedFeatures'
import { ServerText } from '../../i18n/ServerText'
import { Text } from '../../i18n/Text'
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
      <DeprecationMark feature={feature} />{' '}
      <Text id={`deprecations.${feature}`} values={{ since }} components={{ since: <Version of={since} /> }} />
      {of?.state.phase === 'ready' && (
        <>
          {' '}
          <Effect feature={feature} server={of.serverId} protocol={of.state.negotiation.version} />
        </>
      )}
    </span>
  )
}

/** The word alone, beside a name. */
export function DeprecationMark({ feature }: { readonly feature: DeprecatedFeature }) {
  return <Chip size="small">{t(`deprecations.mark.${deprecatedFeatures[feature].status}`)}</Chip>
}

function Effect({
  feature,
  server,
  protocol,
}: {
  readonly feature: DeprecatedFeature
  readonly server: ServerId
  readonly protocol: string
}) {
  const means = deprecationEffect(feature, protocol)
  if (means.effect === 'none') {
    return (
      <ServerText
        id="deprecations.effect.none"
        server={server}
        values={{ protocol }}
        components={{ protocol: <Version of={protocol} /> }}
      />
    )
  }
  const { keptUntil } = means
  return keptUntil === undefined ? (
    <ServerText id="deprecations.effect.works" server={server} />
  ) : (
    <ServerText
      id="deprecations.effect.worksUntil"
      server={server}
      values={{ keptUntil }}
      components={{ keptUntil: <Version of={keptUntil} /> }}
    />
  )
}

/** A version of MCP is a date, which would be broken at its hyphens. */
function Version({ of }: { readonly of: string }) {
  return (
    <span translate="no" className="whitespace-nowrap">
      {of}
    </span>
  )
}
