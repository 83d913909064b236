import { parseArgs } from 'node:util'
import { AppError } from '../../shared/errors/appError'

export interface BrowserOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly open: boolean
  readonly dataDir: string | undefined
  /** A policy in addition to the computer's own. */
  readonly policy: string | undefined
}

/**
 * Parses the command line of the browser shell.
 * @throws {AppError} INVALID_INPUT for unknown options.
 */
export function readBrowserOptions(args: readonly string[]): BrowserOptions {
  const { values } = parse(args)
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new AppError('INVALID_INPUT', { reason: 'shell.noPort', params: { port: values.port ?? '' } })
  }
  return { port, open: !values['no-open'], dataDir: values['data-dir'], policy: values.policy }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, 'data-dir': { type: 'string' }, policy: { type: 'string' } },
    })
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', { reason: 'shell.unknownOption' }, { said: AppError.from(thrown).message, cause: thrown })
  }
}

/** Returns the data folder of a command line that may be invalid, so that the error can use the language of its settings. */
export function readDataDir(args: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: [...args], strict: false, options: { 'data-dir': { type: 'string' } } })
  return typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined
}
