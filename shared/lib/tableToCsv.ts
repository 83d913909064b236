import { textToCopy } from './textToCopy'

/**
 * Pure: returns rows of cells as comma separated values (RFC 4180), for a spreadsheet. A cell that a spreadsheet would run as a formula begins
 * with an apostrophe, and so does what stands behind a semicolon or a tab, which some spreadsheets take for the end of a cell. Hidden characters are left out.
 */
export function tableToCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(csvCell).join(',')).join('\r\n')
}

/** Pure: one cell of such a row. */
export function csvCell(text: string): string {
  const plain = textToCopy(text).trim()
  const inside = plain.replaceAll(/[;\t] *(?=[=@]|[+-](?!\d))/g, "$&'")
  const safe = /^[=+\-@]/.test(plain) && !/^[+-]?\d+(?:[.,]\d+)*(?:\s?%)?$/.test(plain) ? `'${inside}` : inside
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
