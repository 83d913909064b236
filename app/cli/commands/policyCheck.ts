import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '../../../shared/errors/appError'
import { readSeenTools, type SeenTools } from '../../../main/definitions/readSeenTools'
import { checkPolicy, type PolicyCheck, type UnreadTools } from '../../../main/policy/checkPolicy'
import { realHome } from '../../../main/policy/realHome'
import { checkFilePermissions } from '../../../main/policy/checkFilePermissions'
import { parseServer } from '../../../main/servers/parseServer'
import { policyPlaces } from '../../policyPlaces'
import { exitCodes, type ExitCode } from '../exitCodes'
import type { Output } from '../output'
import { escapeForTerminal } from '../escapeForTerminal'
import type { Command } from '../readCommand'
import { errorMessage } from '../../../shared/i18n/errorText'
import type { Translator } from '../../../shared/i18n/translator'

/**
 * Reports whether a policy can be used, its errors with their positions, and what it fixes. Needs no data folder; where there is one, the
 * tools that the policy names are compared with those that servers were seen with there.
 */
export async function policyCheck(
  { file }: Extract<Command, { name: 'policyCheck' }>,
  dataFolder: string,
  output: Output,
): Promise<ExitCode> {
  const own = policyPlaces({ option: undefined, platform: process.platform, programData: process.env['ProgramData'], cwd: process.cwd() })
  const path = file === undefined ? own[0]?.path : resolve(file)
  if (path === undefined) throw new AppError('INVALID_INPUT', { reason: 'policy.noPlace' })
  const database = join(dataFolder, 'parley.db')
  const options = {
    seenTools: (servers: readonly string[]): SeenTools | UnreadTools => {
      if (servers.length === 0 || !existsSync(database)) return new Map()
      try {
        return readSeenTools(database, servers)
      } catch (thrown) {
        // The policy itself can be checked all the same.
        return { unread: { id: 'policy.remark.toolsUnread', params: { path: database, why: errorMessage(AppError.from(thrown)) } } }
      }
    },
    home: realHome(homedir()),
    checkFilePermissions,
    mustBelongToRoot: own.some((place) => place.path === path),
    checkEntry: (name: string, entry: unknown) => {
      const server = parseServer(name, entry)
      return 'error' in server ? server.error : undefined
    },
    launchOf: (name: string, entry: unknown) => {
      const server = parseServer(name, entry)
      return 'error' in server ? undefined : server.launch
    },
  }
  const check = await checkPolicy(path, options).catch((thrown: unknown) => {
    // A computer need not have a policy.
    if (file === undefined && AppError.from(thrown).reason === 'policy.noFile') return undefined
    throw thrown
  })
  if (!check) {
    output.result({ ok: true, path, faults: [], remarks: [], says: [] }, () => output.translator.t('policy.check.none', { path }))
    return exitCodes.done
  }
  output.result(check, () => asText(check, output.translator))
  return check.ok ? exitCodes.done : exitCodes.toolError
}

function asText({ ok, path, setBy = '', faults, remarks, says }: PolicyCheck, { t, message }: Translator): string {
  return [
    ok ? t('policy.check.ok', { path, by: setBy }) : t('policy.check.bad', { path }),
    ...faults.map((fault) => `!!  ${message(fault)}`),
    ...remarks.map((remark) => `--  ${message(remark)}`),
    ...says.map(({ code, params }) => `    ${t(`policy.says.${code}`, params)}`),
  ]
    .map(escapeForTerminal)
    .join('\n')
}
