import { useState } from 'react'
import { t, translator } from '../../../i18n/t'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { isRecord, type JsonObject, type JsonValue } from '../../../../shared/lib/json'
import { CodeBlock } from '../../../markdown/CodeBlock'
import { ResultViews } from '../results/ResultViews'
import type { ShownDocument } from '../results/shownDocument'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'

const ROWS_SHOWN = 200

interface StructuredContentViewProps {
  readonly server: string
  readonly result: ToolResult
  /** Whether the server sent the same as text, which is not shown again. */
  readonly isTextToo?: boolean
  /** Set if it is long enough for views. */
  readonly document?: ShownDocument | undefined
}

/** Shows a structured result as a table if possible, otherwise as JSON. Also says whether it matches the tool's output schema. */
export function StructuredContentView({ server, result, document, isTextToo = false }: StructuredContentViewProps) {
  const { structured, structuredReason } = result
  const value = result.structuredContent
  const table = value === undefined ? undefined : tableIn(value)
  const [look, setLook] = useState<'table' | 'json'>(table ? 'table' : 'json')
  const bad = structured === 'doesNotMatch' || structured === 'missing'
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2 text-12 text-text-2">
        <span className={classNames('breakable', bad && 'text-danger-text')}>
          {t(`chat.structured.${structured}`)}
          {structuredReason !== undefined && (
            <>
              {': '}
              <SafeText text={translator().message(structuredReason)} />
            </>
          )}
          {isTextToo && `. ${t('chat.structured.textToo')}`}
        </span>
        {table && !document && (
          <SegmentedControl
            label={t('chat.showAs')}
            options={looks.map((value) => ({ value, label: t(`chat.showAs.${value}`) }))}
            value={look}
            onValue={setLook}
          />
        )}
      </div>
      {document && <ResultViews shown={document} server={server} />}
      {table && !document && look === 'table' && <DataTable server={server} table={table} />}
      {value !== undefined && !document && look === 'json' && (
        <CodeBlock code={JSON.stringify(value, null, 2)} language="json" heading={t('chat.writtenBy', { server })} />
      )}
    </div>
  )
}

const looks = ['table', 'json'] as const

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
}

/** Finds a list of flat objects, at the top level or as the only list inside the object. */
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
    <div className="overflow-x-auto" role="region" aria-label={t('chat.tableBy', { server })} tabIndex={0}>
      <table translate="no" className="mono w-full border-collapse text-12">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                className={classNames('border-b border-line-strong pe-3 pb-1.5 font-text text-text-3', alignment(rows, column))}
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
                <td key={column} className={classNames('num py-1 pe-3 align-top', alignment(rows, column))}>
                  <SafeText text={cellText(row[column])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS_SHOWN && (
        <p className="pt-1 text-12 text-text-3">{t('chat.firstRows', { shown: ROWS_SHOWN, count: rows.length })}</p>
      )}
    </div>
  )
}

function alignment(rows: readonly JsonObject[], column: string): string {
  return rows.every((row) => typeof row[column] === 'number') ? 'text-end' : 'text-start'
}

function cellText(value: JsonValue | undefined): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? translator().number(value)
      : value === undefined
        ? ''
        : JSON.stringify(value)
}
