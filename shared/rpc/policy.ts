import type { PolicyView } from '../domain/policy'
import { topic } from './define'

export const policyTopics = {
  /** What an admin has fixed, in sentences; empty where there is no policy. */
  policy: topic<PolicyView>(),
}
