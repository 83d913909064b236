import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { AppError } from '../../../shared/errors/appError'
import { checkPolicy, type PolicyCheck } from '../../../main/policy/checkPolicy'
import { realHome } from '../../../main/policy/realHome'
import { checkFilePermissions } from '../../../main/policy/checkFilePermissions'
import { parseServer } from '../../../main/servers/parseServer'
import { policyPlaces } from '../../policyPlaces'
import { exitCodes, type ExitCode } from '../exitCodes'
import type { Output } from '../output'
import { printable } from '../printable'
import type { Command } from '../readCommand'

/** Says whether a policy can be used, what is wrong with it and where, and what it fixes. Needs no data folder. */
export async function policyCheck({ file }: Extract<Command, { name: 'policyCheck' }>, output: Output): Promise<ExitCode> {
  const own = policyPlaces({ option: undefined, platform: process.platform, programData: process.env['ProgramData'], cwd: process.cwd() })
  const path = file === undefined ? own[0]?.path : resolve(file)
  if (path === undefined) throw new AppError('INVALID_INPUT', 'There is no place for a policy here')
  const check = await checkPolicy(path, {
    home: realHome(homedir()),
    checkFilePermissions,
    mustBelongToRoot: own.some((place) => place.path === path),
    checkEntry: (name, entry) => {
      const server = parseServer(name, entry)
      return 'error' in server ? server.error : undefined
    },
    launchOf: (name, entry) => {
      const server = parseServer(name, entry)
      return 'error' in server ? undefined : server.launch
    },
  })
  output.result(check, () => asText(check))
  return check.ok ? exitCodes.done : exitCodes.toolError
}

function asText({ ok, path, setBy, faults, remarks, says }: PolicyCheck): string {
  return [
    ok ? `ok  ${path} can be used; set by ${setBy}` : `!!  ${path} cannot be used`,
    ...faults.map((fault) => `!!  ${fault}`),
    ...remarks.map((remark) => `--  ${remark}`),
    ...says.map((sentence) => `    ${sentence}`),
  ]
    .map(printable)
    .join('\n')
}
