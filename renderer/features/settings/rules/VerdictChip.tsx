import type { RuleVerdict } from '../../../../shared/domain/rule'
import { t } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { StatusIcon } from '../../../ui/StatusIcon'
import { verdictShape } from '../../../widgets/verdictShape'

const looks = { allow: 'allow', ask: 'ask', deny: 'plain' } as const

/** Shows a rule's verdict about its calls. */
export function VerdictChip({ verdict }: { readonly verdict: RuleVerdict }) {
  return (
    <Chip look={looks[verdict]}>
      <StatusIcon shape={verdictShape[verdict]} /> {t(`rules.verdict.${verdict}`)}
    </Chip>
  )
}
