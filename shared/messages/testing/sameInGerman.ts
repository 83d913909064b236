import type { MessageId } from '../message'

/** Texts that are the same in German, and on purpose: names, and words that German has too. One a line. */
export const sameInGerman: readonly MessageId[] = ['settings.appearance.language.system']
