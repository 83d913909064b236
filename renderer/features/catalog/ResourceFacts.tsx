import type { ContentAnnotations } from '../../../shared/domain/catalog'
import { Chip } from '../../ui/Chip'
import { SafeText } from '../../ui/SafeText'
import { formatBytes } from '../../ui/format/formatBytes'
import { describeAnnotations } from './describeAnnotations'

export interface ResourceFactsProps {
  readonly mimeType?: string | undefined
  readonly size?: number | undefined
  readonly annotations?: ContentAnnotations | undefined
}

/** What a server says about a resource: type and size as data, and the server's own flags on its paper. */
export function ResourceFacts({ mimeType, size, annotations }: ResourceFactsProps) {
  const claims = describeAnnotations(annotations)
  if (mimeType === undefined && size === undefined && claims.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
      {mimeType !== undefined && (
        <span translate="no" className="mono breakable">
          <SafeText text={mimeType} />
        </span>
      )}
      {size !== undefined && (
        <span translate="no" className="num">
          {formatBytes(size)}
        </span>
      )}
      {claims.map((claim) => (
        <Chip key={claim} size="small" look="claim">
          {claim}
        </Chip>
      ))}
    </div>
  )
}
