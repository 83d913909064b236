import type { RuleImpactOnRecent } from '../../shared/domain/rule'

/** Pure: whether a rule would allow a call that the person, when asked, denied. */
export function ruleAllowsDeniedCall({ to, deniedByPerson }: RuleImpactOnRecent['changed'][number]): boolean {
  return deniedByPerson === true && to === 'allow'
}
