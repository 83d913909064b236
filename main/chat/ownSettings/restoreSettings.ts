import { isDeepStrictEqual } from 'node:util'
import type { OwnSettings } from '../../../shared/domain/projects/project'

/**
 * Pure: what a conversation says itself once a change is taken back: value by value what it said before the change, but where the person has said
 * something else since.
 * @param changed what the change had made of it
 */
export function restoreSettings(now: OwnSettings, changed: OwnSettings, before: OwnSettings): OwnSettings {
  const value = <T>(of: (own: OwnSettings) => T): T => (isDeepStrictEqual(of(now), of(changed)) ? of(before) : of(now))
  const instructions = value(({ settings }) => settings.instructions)
  // What is left to the model is no parameter of the conversation: both go together.
  const { parameters, unset } = value(({ settings }) => ({ parameters: settings.parameters, unset: settings.unset }))
  const switches = value(({ settings }) => settings.switches)
  const folders = value(({ settings }) => settings.folders)
  return {
    model: value(({ model }) => model),
    chosenAccounts: value(({ chosenAccounts }) => chosenAccounts),
    settings: {
      ...(instructions !== undefined && { instructions }),
      ...(parameters && { parameters }),
      ...(unset && { unset }),
      ...(switches && { switches }),
      ...(folders && { folders }),
    },
  }
}
