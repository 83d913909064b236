import { useState } from 'react'
import type { StructuredVerdict, ToolResult } from '../../../../shared/domain/toolResult'
import { isRecord, type JsonObject, type JsonValue } from '../../../../shared/lib/json'
import { CodeBlock } from '../../../markdown/CodeBlock'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'

const ROWS_SHOWN = 200

const verdicts: Record<StructuredVerdict, string> = {
  matches: 'matches its schema',
  doesNotMatch: 'does not match its schema',
  missing: 'missing, although the tool promised one',
  unverifiable: 'could not be checked against its schema',
  noSchema: 'without a schema',
}

/** A structured result as a table where it is one, else as JSON, and how it stands to the schema that the tool gave. */
export function StructuredView({ server, result }: { readonly server: string; readonly result: ToolResult }) {
  const { structured, structuredReason } = result
  const value = result.structuredContent
  const table = value === undefined ? undefined : tableIn(value)
  const [look, setLook] = useState<'table' | 'json'>(table ? 'table' : 'json')
  const bad = structured === 'doesNotMatch' || structured === 'missing'
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2 text-12 text-text-2">
        <span className={classNames('breakable', bad && 'text-danger-text')}>
          Structured result, {verdicts[structured]}
          {structuredReason !== undefined && (
            <>
              {': '}
              <SafeText text={structuredReason} />
            </>
          )}
        </span>
        {table && <SegmentedControl label="Show as" options={looks} value={look} onValue={setLook} />}
      </div>
      {table && look === 'table' && <DataTable server={server} table={table} />}
      {value !== undefined && look === 'json' && (
        <CodeBlock code={JSON.stringify(value, null, 2)} language="json" heading={`Written by ${server}`} />
      )}
    </div>
  )
}

const looks = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
] as const

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
}

/** A list of flat objects, at the top or as the only list inside. */
function tableIn(value: JsonValue): Table | undefined {
  const lists = (isList(value) ? [value] : isObject(value) ? Object.values(value) : []).filter(isList)
  const rows = lists.length === 1 ? lists[0] : undefined
  if (!rows || rows.length === 0 || !rows.every(isFlat)) return undefined
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return columns.length > 0 && columns.length <= 12 ? { columns, rows } : undefined
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const isObject = (value: JsonValue): value is JsonObject => isRecord(value)

function isFlat(row: JsonValue): row is JsonObject {
  return isRecord(row) && Object.values(row).every((cell) => typeof cell !== 'object' || cell === null)
}

function DataTable({ server, table: { columns, rows } }: { readonly server: string; readonly table: Table }) {
  return (
    <div className="overflow-x-auto" role="region" aria-label={`Table written by ${server}`} tabIndex={0}>
      <table className="mono w-full border-collapse text-12">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                className={classNames('border-b border-line-strong pr-3 pb-1.5 font-text text-text-3', alignment(rows, column))}
              >
                <SafeText text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_SHOWN).map((row, index) => (
            <tr key={index} className="border-b border-line last:border-b-0">
              {columns.map((column) => (
                <td key={column} className={classNames('num py-1 pr-3 align-top', alignment(rows, column))}>
                  <SafeText text={cellText(row[column])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS_SHOWN && (
        <p className="pt-1 text-12 text-text-3">
          The first {ROWS_SHOWN} of {rows.length} rows. JSON shows all.
        </p>
      )}
    </div>
  )
}

function alignment(rows: readonly JsonObject[], column: string): string {
  return rows.every((row) => typeof row[column] === 'number') ? 'text-right' : 'text-left'
}

function cellText(value: JsonValue | undefined): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? value.toLocaleString('en')
      : value === undefined
        ? ''
        : JSON.stringify(value)
}
