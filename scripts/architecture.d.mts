import type { OxlintConfig } from 'oxlint'

/** For each domain of main/, the domains that it may use in addition to itself and lib. */
export const mayUse: Readonly<Record<string, readonly string[]>>
/** Returns the whole lint configuration: the rules for all files, then one override per row of the tables. */
export function lintConfiguration(): OxlintConfig
