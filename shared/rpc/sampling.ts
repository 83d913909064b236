import type { SamplingUsageByServer } from '../domain/sampling'
import { topic } from './contractKinds'

export const samplingTopics = {
  /** Each server's use of the user's models today (calls, and tokens in and out together), with its limits. */
  'sampling.usage': topic<SamplingUsageByServer>(),
}
