/** A column, counted from 0, and the direction. */
export interface TableSort {
  readonly column: number
  readonly direction: 'ascending' | 'descending'
}

/** Pure: the next order when the head of a column is pressed: ascending, descending, then as written. */
export function nextSort(sort: TableSort | undefined, column: number): TableSort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

/**
 * Pure: returns the numbers of the rows in the order of a column. Numbers go by size, with their currency, unit and separators; other texts go
 * by the alphabet of the language. Empty cells are last in both directions.
 */
export function sortRows(rows: readonly (readonly string[])[], { column, direction }: TableSort, language: string): readonly number[] {
  const texts = rows.map((row) => (row[column] ?? '').trim())
  const numbers = texts.map(numberIn)
  const isNumeric = texts.every((text, index) => text === '' || numbers[index] !== undefined)
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = direction === 'ascending' ? 1 : -1
  return texts
    .map((_, index) => index)
    .toSorted((one, other) => {
      const [a = '', b = ''] = [texts[one], texts[other]]
      if (a === '' || b === '') return Number(a === '') - Number(b === '')
      return sign * (isNumeric ? (numbers[one] ?? 0) - (numbers[other] ?? 0) : compare(a, b))
    })
}

const NUMBER = /^[^\d.,+−-]{0,4}([+−-]?)[^\d.,+−-]{0,4}(\d[\d.,'\s]*)[^\d]{0,8}$/u

/** Returns the number that a cell shows: `$1,200.50`, `12 %`, `−3 °C`. */
function numberIn(text: string): number | undefined {
  const [, sign = '', digits = ''] = (text.length <= 40 ? NUMBER.exec(text) : null) ?? []
  if (digits === '') return undefined
  const plain = digits.replaceAll(/['\s]/g, '').replace(/[.,]$/, '')
  const value = Number(withDecimalPoint(plain))
  return Number.isNaN(value) ? undefined : sign === '' || sign === '+' ? value : -value
}

/** Separators of thousands have three digits behind each of them. The last of two kinds is the decimal one. */
function withDecimalPoint(digits: string): string {
  const decimal = /[.,](?=\d*$)/.exec(digits)
  if (!decimal) return digits
  const [mark] = decimal
  const whole = digits.slice(0, decimal.index)
  const rest = digits.slice(decimal.index + 1)
  const isThousands = whole.includes(mark) || (mark === ',' && rest.length === 3 && !whole.includes('.'))
  return isThousands ? digits.replaceAll(mark, '').replace(',', '.') : `${whole.replaceAll(/[.,]/g, '')}.${rest}`
}
