import type { SamplingUsageByServer } from '../domain/sampling'
import { topic } from './define'

export const samplingTopics = {
  /** What each server spent of the user's models today (calls, and tokens in and out together), and how much it may. */
  'sampling.usage': topic<SamplingUsageByServer>(),
}
