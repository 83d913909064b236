import type { RuleVerdict } from '../../shared/domain/rule'
import type { StatusShape } from '../ui/StatusIcon'

/** The shape for each verdict of a rule. */
export const ruleVerdictShape = { allow: 'done', ask: 'ask', deny: 'denied' } as const satisfies Record<RuleVerdict, StatusShape>
