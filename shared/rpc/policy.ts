import type { PolicyView } from '../domain/policy'
import { topic } from './contractKinds'

export const policyTopics = {
  /** The facts that an admin fixed, as statements, and the policy files. Empty without a policy. */
  policy: topic<PolicyView>(),
}
