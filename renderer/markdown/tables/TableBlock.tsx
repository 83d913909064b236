import { useState } from 'react'
import { readTable } from '../MarkdownSource'
import { TextAsWritten } from '../TextAsWritten'
import type { TableSource } from '../../../shared/markdown/growingTable'
import { TableOfParts } from './Table'
import { TableReader } from './TableReader'

export interface TableBlockProps {
  readonly table: TableSource
  readonly definitions: ReadonlyMap<string, string>
}

/** A table that may grow and be long. While rows come, only its last part is read and drawn again. */
export function TableBlock({ table, definitions }: TableBlockProps) {
  const [reader] = useState(() => new TableReader(readTable))
  const { head, parts, rest } = reader.read(table, definitions)
  if (!head) return <TextAsWritten text={[table.head, ...table.parts].join('\n')} />
  return (
    <div className="prose">
      <TableOfParts head={head} parts={parts} />
      {rest !== '' && <TextAsWritten text={rest} />}
    </div>
  )
}
