import { noPolicy, type PolicyView } from '../../shared/domain/policyView'
import { useTopic } from './useTopic'

/** Returns what an admin has fixed. Empty when there is no policy and until it is known. The host enforces the policy in any case. */
export function usePolicy(): PolicyView {
  return useTopic('policy') ?? noPolicy
}
