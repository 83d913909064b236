import type { DefinitionStatus } from '../../shared/domain/definitionChange'
import type { Change } from './compareDefinitions'

/** Pure: what a person has to know of a server's definitions, each tool once. @param added the tools that came later. */
export function definitionStatus(changes: readonly Change[], added: readonly { readonly name: string }[]): DefinitionStatus {
  return {
    changed: namesOf(changes.flatMap(({ before }) => (before.what === 'tool' ? [before] : []))),
    instructionsChanged: changes.some(({ before }) => before.what === 'instructions'),
    added: namesOf(added),
  }
}

function namesOf(tools: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(tools.map(({ name }) => name))]
}
