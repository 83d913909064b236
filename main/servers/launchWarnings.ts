import { isPlaceholder, standsForKey } from '../../shared/secrets/isPlaceholder'
import { looksSecret } from '../../shared/secrets/secretPatterns'
import type { Launch } from '../../shared/domain/server'
import { variableAffectsExecution } from '../../shared/domain/launch/variableAffectsExecution'
import { isUnencrypted } from '../../shared/lib/isUnencrypted'
import type { Message } from '../../shared/i18n/message'

/** Programs that can run code from their arguments, and the arguments that do so. */
const INLINE: readonly (readonly [program: RegExp, argument: RegExp])[] = [
  [/^(ba|z|da|fi|k)?sh$/, /^-\w*c$/],
  [/^(cmd|powershell|pwsh)(\.exe)?$/i, /^([/-]c|-command|-enc.*)$/i],
  [/^(node|bun|deno|tsx)(\.exe)?$/, /^(-e|--eval|-p|--print|--import|-r|--require|eval)(=.*)?$/],
  [/^(python[\d.]*|perl|ruby)(\.exe)?$/, /^-[ce]$/],
  [/^(npx|npm|pnpm|bunx|yarn)(\.cmd)?$/, /^(-c|--call)(=.*)?$/],
]

/** Pure: returns warnings about an imported launch that a person should check before using it. */
export function launchWarnings(launch: Launch): Message[] {
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const remarks = values.flatMap(([name, value]): Message[] => {
    if (typeof value !== 'string') return []
    if (launch.kind === 'stdio' && variableAffectsExecution(name)) return [{ id: 'servers.remark.affectsExecution', params: { name } }]
    if (isPlaceholder(value)) return [{ id: 'servers.remark.placeholder', params: { name, value } }]
    if (standsForKey(value)) return [{ id: 'servers.remark.keyMissing', params: { name, value } }]
    if (looksSecret(name, value)) return [{ id: 'servers.remark.secret', params: { name } }]
    return []
  })
  if (launch.kind === 'http') {
    if (isPlaceholder(launch.url)) remarks.push({ id: 'servers.remark.urlPlaceholder' })
    if (isUnencrypted(URL.parse(launch.url))) remarks.push({ id: 'servers.remark.unencrypted' })
    return remarks
  }
  if (launch.args.some(isPlaceholder)) remarks.push({ id: 'servers.remark.argsPlaceholder' })
  const program = launch.command.split(/[/\\]/).at(-1) ?? ''
  if (INLINE.some(([name, argument]) => name.test(program) && launch.args.some((arg) => argument.test(arg)))) {
    remarks.push({ id: 'servers.remark.inlineCode' })
  }
  return remarks
}
