import * as z from 'zod'
import type { MonthUsage } from '../domain/usage/usage'
import { call } from './contractKinds'

export const usageCalls = {
  /**
   * Sums up what the models used in one month, as their providers counted it: answers, titles, and what servers asked of the person's models.
   * Temporary chats leave nothing behind, also not here; nor does what a server asks outside of conversations while one is open.
   * Result: one entry for each day and model. A cost is in US dollars, at the price of its time.
   * Errors: none of its own.
   */
  'usage.month': call<MonthUsage>()(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) })),
}
