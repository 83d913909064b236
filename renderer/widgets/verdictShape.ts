import type { RuleVerdict } from '../../shared/domain/rule'
import type { StatusShape } from '../ui/StatusIcon'

/** The shape that stands for what a rule says. */
export const verdictShape = { allow: 'done', ask: 'ask', deny: 'denied' } as const satisfies Record<RuleVerdict, StatusShape>
