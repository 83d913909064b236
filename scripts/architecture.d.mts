export const mayUse: Readonly<Record<string, readonly string[]>>
export function lintConfiguration(): unknown
