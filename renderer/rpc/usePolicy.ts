import { noPolicy, type PolicyView } from '../../shared/domain/policy'
import { useTopic } from './useTopic'

/** What an admin has fixed; nothing where there is no policy, and until it is known. The host holds to it whatever is shown. */
export function usePolicy(): PolicyView {
  return useTopic('policy') ?? noPolicy
}
