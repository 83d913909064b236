import type { PolicyView } from '../domain/policyView'
import { topic } from './contractKinds'

export const policyTopics = {
  /** The facts that an admin fixed, as statements, and the policy files. Empty without a policy. */
  policy: topic<PolicyView>(),
}
