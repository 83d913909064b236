import { describeRecord, type RecordLine } from './pairMessageRecords'

/** 'asked' is what the server asked of Parley, with the answers. */
export type RecordFilter = 'all' | 'calls' | 'asked' | 'errors'

/** Returns the lines that match the filter and the search text. */
export function findRecords(lines: readonly RecordLine[], filter: RecordFilter, search: string): readonly RecordLine[] {
  const wanted = search.trim().toLowerCase()
  return lines.filter(
    (line) =>
      isOf(line, filter) &&
      (wanted === '' ||
        describeRecord(line).toLowerCase().includes(wanted) ||
        line.messageId === wanted ||
        line.record.json.toLowerCase().includes(wanted)),
  )
}

function isOf(line: RecordLine, filter: RecordFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'calls':
      return line.method === 'tools/call'
    case 'asked':
      return (
        line.kind !== 'notification' &&
        (line.request ? line.request.direction === 'received' : line.kind === 'request' && line.record.direction === 'received')
      )
    case 'errors':
      // A server of an older era answers the question for the newer one with an error. That is how the eras are told apart, and no fault.
      return line.kind === 'strayError' || (line.kind === 'error' && line.method !== 'server/discover')
  }
}
