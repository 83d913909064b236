import type { OxlintConfig } from 'oxlint'

/** What each domain of main/ may use beside itself and lib. */
export const mayUse: Readonly<Record<string, readonly string[]>>
/** The whole lint configuration: the rules for all, then one override per row of the tables. */
export function lintConfiguration(): OxlintConfig
