import { launchLine } from '../../shared/domain/launch/launchLine'
import type { ServerPattern } from '../../shared/domain/policy'
import type { Launch } from '../../shared/domain/server'
import type { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Policy, PolicySheet } from './policySheet'
import { policyRefusal } from './policyRefusal'
import { programName, unwrapCommand } from './commands/unwrapCommand'
import { steeringVariables, unlistedVariables } from './decideEnvironmentVariables'
import { admission, isDenied, readsCommands, type Places, type ServerSubject } from './serverPatterns'
import type { Message } from '../../shared/i18n/message'

/** A server to be checked. `entry` is its entry in the policy file, if a policy defined it. */
export interface JudgedServer {
  readonly id: string
  readonly launch: Launch
  readonly entry?: unknown
}

/**
 * Pure: why a server is not allowed; undefined if it is. Without `places`, checks that depend on program locations pass. They are looked
 * up, and the server is checked again, before it starts.
 */
export function forbidsServer(policy: Policy, server: JudgedServer, places?: Places): AppError | undefined {
  if (policy.sheets.length === 0) return undefined
  const subject = subjectOf(server, places)
  for (const sheet of policy.sheets) {
    const error =
      denial(sheet, subject, server.launch) ??
      (isOwn(sheet, server) ? undefined : (exclusion(sheet, subject, server.launch) ?? doubt(sheet, subject, server.launch)))
    if (error) return error
  }
  return undefined
}

/** Pure: why users may not have their own servers; undefined if they may. */
export function forbidsAdding(policy: Policy): AppError | undefined {
  const sheet = policy.sheets.find(({ servers }) => servers?.add === false)
  return sheet && policyRefusal(sheet, 'policy.ownServers')
}

function subjectOf({ id, launch }: JudgedServer, places: Places | undefined): ServerSubject {
  if (launch.kind === 'http') return { kind: 'http', id, url: launch.url }
  const { command, args, env, cwd } = launch
  return {
    kind: 'stdio',
    id,
    line: [command, ...args],
    understood: unwrapCommand(command, args, Object.keys(env)),
    folder: cwd,
    places,
  }
}

/** A file implicitly allows the servers that it defines. */
function isOwn(sheet: PolicySheet, { id, entry }: JudgedServer): boolean {
  const own = sheet.mcpServers && Object.hasOwn(sheet.mcpServers, id) ? sheet.mcpServers[id] : undefined
  return own !== undefined && entry !== undefined && canonicalJson(own) === canonicalJson(entry)
}

function denial(sheet: PolicySheet, subject: ServerSubject, launch: Launch): AppError | undefined {
  const pattern = sheet.servers?.deny?.find((one) => isDenied(one, subject))
  if (!pattern) return undefined
  const isHidden = subject.kind === 'stdio' && !subject.understood.programs.some((word) => isNamed(pattern, word))
  const what = describePattern(pattern)
  if (isHidden && 'command' in pattern) return policyRefusal(sheet, 'policy.deniedInside', { what, command: shortened(launch) })
  return policyRefusal(sheet, 'policy.denied', { what })
}

function isNamed(pattern: ServerPattern, word: string): boolean {
  return 'command' in pattern && programName(pattern.command) === programName(word)
}

function exclusion(sheet: PolicySheet, subject: ServerSubject, launch: Launch): AppError | undefined {
  const { add, allow, variables } = sheet.servers ?? {}
  if (add === false) return policyRefusal(sheet, 'policy.ownServers')
  if (!allow) return undefined
  const command = shortened(launch)
  switch (admission(allow, subject)) {
    case 'notListed':
      return policyRefusal(sheet, 'policy.notListed', { command })
    case 'unclear':
      return policyRefusal(sheet, 'policy.unclear', { command })
    case 'folder':
      return policyRefusal(sheet, 'policy.serverFolder', { command })
    case 'local':
      return policyRefusal(sheet, 'policy.localProgram', { command })
    case 'admitted':
    case 'unknown': {
      const names = subject.kind === 'stdio' ? unlistedVariables(subject.understood.variables, variables) : []
      return names.length > 0 ? policyRefusal(sheet, 'policy.variable', { names }) : undefined
    }
  }
}

/** What cannot be understood whole may be something that the list forbids. */
function doubt(sheet: PolicySheet, subject: ServerSubject, launch: Launch): AppError | undefined {
  const { deny = [], variables } = sheet.servers ?? {}
  if (subject.kind !== 'stdio' || !deny.some(readsCommands)) return undefined
  if (!subject.understood.clear) return policyRefusal(sheet, 'policy.unclearDenied', { command: shortened(launch) })
  const names = steeringVariables(subject.understood.variables, variables)
  return names.length > 0 ? policyRefusal(sheet, 'policy.variable', { names }) : undefined
}

function shortened(launch: Launch): string {
  const line = launchLine(launch)
  return line.length > 120 ? `${line.slice(0, 120)}…` : line
}

/** Pure: a pattern as its own text, or as a message that names its kind. */
export function describePattern(pattern: ServerPattern): string | Message {
  if ('command' in pattern) return pattern.command
  if ('serverName' in pattern) return { id: 'policy.pattern.called', params: { name: pattern.serverName } }
  if ('serverUrl' in pattern) return pattern.serverUrl
  if ('serverCommand' in pattern) return { id: 'policy.pattern.line', params: { command: pattern.serverCommand.join(' ') } }
  if ('url' in pattern)
    return pattern.url === 'https://*' || pattern.url === 'http://*'
      ? { id: 'policy.pattern.anyAt', params: { address: pattern.url } }
      : pattern.url
  if ('npm' in pattern) return { id: 'policy.pattern.npm', params: { name: pattern.npm } }
  if ('pypi' in pattern) return { id: 'policy.pattern.pypi', params: { name: pattern.pypi } }
  return { id: 'policy.pattern.image', params: { name: pattern.image } }
}
