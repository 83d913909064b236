import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/appError'
import type { Message } from '../../../shared/i18n/message'
import { errorMessage } from '../../../shared/i18n/errorText'
import { fileLabel } from '../../../shared/files/fileLabel'
import { checkContents, contentTables, type ContentCheck, type NamedContent } from '../../../main/files/checkContents'
import { checkDatabase, type DatabaseCheck } from '../../../main/storage/checkDatabase'
import { MOST_DIFFERENCES, type SchemaDifference } from '../../../main/storage/schemaDifferences'
import { lineAndColumn, parseJson } from '../../../main/storage/parseJson'
import { readRegularFile } from '../../../main/storage/readRegularFile'
import { escapeForTerminal } from '../escapeForTerminal'
import { exitCodes, type ExitCode } from '../exitCodes'
import type { Output } from '../output'

/** One result. `file` is a name in the data folder. */
interface Finding {
  readonly file: string
  readonly verdict: 'fine' | 'fault'
  readonly detail: Message
}

/** As many as a person reads. */
const MOST_CONTENTS = 20

const marks = { fine: 'ok', fault: '!!' } as const

/**
 * Checks the files of a data folder and changes nothing, also while Parley runs.
 * @throws {AppError} NOT_FOUND if the folder has no database
 */
export function dataCheck(folder: string, output: Output): ExitCode {
  const path = join(folder, 'parley.db')
  if (!existsSync(path)) throw new AppError('NOT_FOUND', { reason: 'cli.noData', params: { path } })
  const { findings, database } = checkOf(path)
  const contents =
    database && contentTables.every((table) => table in database.rows) ? checkContents(path, join(folder, 'files')) : undefined
  const ofContents = contents ? contentFindings(contents) : []
  const all = [
    ...findings,
    ...ofContents,
    ...['servers.json', 'settings.json', 'secrets.json'].flatMap((name) => jsonFinding(folder, name)),
  ]
  const ok = all.every(({ verdict }) => verdict === 'fine')
  output.result({ ok, folder, findings: all, ...(database && { database }), ...(contents && { contents }) }, () => {
    const lines = all.map(({ file, verdict, detail }) => `${marks[verdict]}  ${file}: ${output.translator.message(detail)}`)
    const rows = Object.entries(database?.rows ?? {}).map(([table, count]) => `    ${table} ${count}`)
    return escapeForTerminal([...lines, ...rows].join('\n'))
  })
  return ok ? exitCodes.done : exitCodes.toolError
}

function checkOf(path: string): { readonly findings: readonly Finding[]; readonly database?: DatabaseCheck } {
  const file = 'parley.db'
  try {
    const database = checkDatabase(path)
    const { version, ownVersion, bytes, damage, brokenReferences, schemaDifferences } = database
    const relation = version > ownVersion ? 'newer' : version < ownVersion ? 'earlier' : 'own'
    const findings: readonly Finding[] = [
      { file, verdict: version < 1 ? 'fault' : 'fine', detail: { id: 'cli.data.version', params: { version, relation, bytes } } },
      ...damage.map((said): Finding => ({ file, verdict: 'fault', detail: { id: 'cli.data.damage', params: { said } } })),
      ...(brokenReferences > 0
        ? [{ file, verdict: 'fault', detail: { id: 'cli.data.brokenReferences', params: { count: brokenReferences } } } as const]
        : []),
      ...schemaFindings(file, schemaDifferences),
    ]
    return { findings, database }
  } catch (thrown) {
    const error = AppError.from(thrown)
    const detail: Message = error.said === undefined ? errorMessage(error) : { id: 'cli.data.damage', params: { said: error.said } }
    return { findings: [{ file, verdict: 'fault', detail }] }
  }
}

/** What another program did to the tables. */
function schemaFindings(file: string, differences: readonly SchemaDifference[]): readonly Finding[] {
  const found = differences.map(({ kind, type, name, table }): Finding => ({
    file,
    verdict: 'fault',
    detail: { id: 'cli.data.schema', params: { kind, type, name, table } },
  }))
  if (found.length === 0) return []
  const more: Finding = { file, verdict: 'fault', detail: { id: 'cli.data.schemaMore' } }
  const wayOut: Finding = { file, verdict: 'fault', detail: { id: 'cli.data.schemaWayOut' } }
  return [...found, ...(found.length === MOST_DIFFERENCES ? [more] : []), wayOut]
}

/** How the contents of attached files are, and the first of those that are not as they should be. */
function contentFindings({ count, missing, damaged, unreferenced, unknown }: ContentCheck): readonly Finding[] {
  const fault = (state: 'missing' | 'damaged', { sha256, name }: NamedContent): Finding => ({
    file: join('files', sha256),
    verdict: 'fault',
    detail: { id: 'cli.data.content', params: { state, name: fileLabel(name) } },
  })
  const faults = [...missing.map((row) => fault('missing', row)), ...damaged.map((row) => fault('damaged', row))]
  const more = faults.length - MOST_CONTENTS
  return [
    { file: 'files', verdict: faults.length > 0 ? 'fault' : 'fine', detail: { id: 'cli.data.contents', params: { count, unreferenced } } },
    ...faults.slice(0, MOST_CONTENTS),
    ...(more > 0 ? [{ file: 'files', verdict: 'fault', detail: { id: 'cli.data.contentsMore', params: { count: more } } } as const] : []),
    ...(unknown.length > 0
      ? [{ file: 'files', verdict: 'fine', detail: { id: 'cli.data.contentsUnknown', params: { count: unknown.length } } } as const]
      : []),
  ]
}

/** Nothing for a file that is not there: it may be absent. */
function jsonFinding(folder: string, file: string): readonly Finding[] {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  try {
    const bytes = readRegularFile(path)
    const text = bytes.toString()
    const reading = parseJson(text)
    if (reading.ok) return [{ file, verdict: 'fine', detail: { id: 'cli.data.readable', params: { bytes: bytes.length } } }]
    const { line, column } = lineAndColumn(text, reading.fault.offset)
    const params = { file, line: String(line), column: String(column), why: reading.fault.message, path }
    return [{ file, verdict: 'fault', detail: { id: 'errors.storage.badFile', params } }]
  } catch (thrown) {
    return [{ file, verdict: 'fault', detail: errorMessage(AppError.from(thrown)) }]
  }
}
