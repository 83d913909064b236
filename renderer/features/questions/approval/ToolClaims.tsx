import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import { changeClaims } from '../../../../shared/domain/changeClaims'
import { t } from '../../../i18n/t'
import { Chip, type ChipProps } from '../../../ui/Chip'

/** Whether a server says anything about what its tool does, in a form that a program reads. */
export function hasClaims({ readOnlyHint, destructiveHint, openWorldHint }: ToolAnnotations): boolean {
  return readOnlyHint !== undefined || destructiveHint !== undefined || openWorldHint !== undefined
}

export interface ToolClaimsProps {
  readonly annotations: ToolAnnotations
  readonly size?: ChipProps['size']
}

/** Shows what a server claims about its own tool, in Parley's words on the server's paper. What it does not claim is not shown as if it did. */
export function ToolClaims({ annotations, size = 'usual' }: ToolClaimsProps) {
  const { readOnlyHint, openWorldHint, idempotentHint } = annotations
  if (!hasClaims(annotations)) return null
  const reads = readOnlyHint === true
  return (
    <div className="flex flex-wrap gap-1.5">
      {changeClaims(annotations)
        .filter((claim) => claim !== 'unsaidDestroys')
        .map((claim) => (
          <Chip key={claim} size={size} look={claim === 'mayDestroy' ? 'claimDanger' : 'claim'}>
            {t(`approvals.claim.${claim}`)}
          </Chip>
        ))}
      {openWorldHint !== undefined && (
        <Chip size={size} look="claim">
          {t(openWorldHint ? 'approvals.claim.openWorld' : 'approvals.claim.local')}
        </Chip>
      )}
      {!reads && idempotentHint === true && (
        <Chip size={size} look="claim">
          {t('approvals.claim.idempotent')}
        </Chip>
      )}
    </div>
  )
}
