import type { SamplingUsageByServer } from '../domain/sampling'
import { topic } from './define'

export const samplingTopics = {
  /** What servers spent of the user's models today, and how much they may. */
  'sampling.usage': topic<SamplingUsageByServer>(),
}
