import { isPlaceholder } from '../../shared/secrets/isPlaceholder'
import { looksSecret } from '../../shared/domain/secretPatterns'
import type { Launch } from '../../shared/domain/server'
import { affectsExecution } from '../../shared/domain/affectsExecution'

/** Programs that run code which stands in their arguments, and the arguments that say so. */
const INLINE: readonly (readonly [program: RegExp, argument: RegExp])[] = [
  [/^(ba|z|da|fi|k)?sh$/, /^-\w*c$/],
  [/^(cmd|powershell|pwsh)(\.exe)?$/i, /^([/-]c|-command|-enc.*)$/i],
  [/^(node|bun|deno|tsx)(\.exe)?$/, /^(-e|--eval|-p|--print|--import|-r|--require|eval)(=.*)?$/],
  [/^(python[\d.]*|perl|ruby)(\.exe)?$/, /^-[ce]$/],
  [/^(npx|npm|pnpm|bunx|yarn)(\.cmd)?$/, /^(-c|--call)(=.*)?$/],
]

/** Pure: what a person should look at before a launch that came from elsewhere is used. */
export function launchWarnings(launch: Launch): string[] {
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const remarks = values.flatMap(([name, value]) => {
    if (typeof value !== 'string') return []
    if (launch.kind === 'stdio' && affectsExecution(name)) return [`“${name}” changes what runs.`]
    if (isPlaceholder(value)) return [`“${name}” stands for a value that you have to fill in: ${value}`]
    if (looksSecret(name, value)) return [`“${name}” looks like a secret. Parley can keep it in the vault.`]
    return []
  })
  if (launch.kind === 'http') return isPlaceholder(launch.url) ? [...remarks, 'The URL has a part that you have to fill in.'] : remarks
  if (launch.args.some(isPlaceholder)) remarks.push('The arguments have a part that you have to fill in.')
  const program = launch.command.split(/[/\\]/).at(-1) ?? ''
  if (INLINE.some(([name, argument]) => name.test(program) && launch.args.some((arg) => argument.test(arg)))) {
    remarks.push('It runs code that stands in its arguments.')
  }
  return remarks
}
