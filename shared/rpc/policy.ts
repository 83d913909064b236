import type { PolicyView } from '../domain/policy'
import { topic } from './define'

export const policyTopics = {
  /** What an admin has fixed, in sentences, and the files it comes from; empty where there is no policy. */
  policy: topic<PolicyView>(),
}
