import type { RuleVerdict } from '../../../../shared/domain/rule'
import { t } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { StatusIcon } from '../../../ui/StatusIcon'
import { ruleVerdictShape } from '../../../widgets/ruleVerdictShape'

const looks = { allow: 'allow', ask: 'ask', deny: 'plain' } as const

/** Shows a rule's verdict about its calls. */
export function RuleVerdictChip({ verdict }: { readonly verdict: RuleVerdict }) {
  return (
    <Chip look={looks[verdict]}>
      <StatusIcon shape={ruleVerdictShape[verdict]} /> {t(`rules.verdict.${verdict}`)}
    </Chip>
  )
}
