import type { ModelChoice } from '../chat'

/**
 * Pure: what a conversation is to say of its model when a person chooses one: nothing ('default') where that is the one that it inherits, so that
 * it goes on following it.
 * @param inherited the project's model, else the default one
 */
export function ownModelChoice(chosen: ModelChoice, inherited: ModelChoice | undefined): ModelChoice {
  return chosen === inherited && chosen !== 'none' ? 'default' : chosen
}
