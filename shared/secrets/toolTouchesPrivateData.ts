import { nameAsksForSecret } from './secretPatterns'

/** How much of a description is read. */
const DESCRIPTION_CHARACTERS = 2_000

/** English words of tools that reach what is a person's own, or run what they are told. */
const words = new Set(
  [
    'env environ environment variable variables config configuration settings',
    'secret secrets token tokens key keys keychain keyring vault password passwords credential credentials certificate cookie cookies session sessions',
    'file files folder folders directory directories path paths disk home clipboard screenshot history',
    'shell bash command commands exec execute eval script terminal process processes ssh sql',
    'mail email emails inbox message messages contact contacts',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Pure: whether the name, title or description of a tool shows signs of private data: variables, secrets, files, commands. It finds too many
 * rather than too few, because it decides what Parley suggests by itself.
 */
export function toolTouchesPrivateData(tool: {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
}): boolean {
  const text = `${tool.name} ${tool.title ?? ''} ${(tool.description ?? '').slice(0, DESCRIPTION_CHARACTERS)}`
  const pieces = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return nameAsksForSecret(tool.name) || pieces.some((piece) => words.has(piece))
}
