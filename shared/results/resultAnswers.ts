/** A column of a table. */
export interface TableColumn {
  readonly name: string
  /** Whether it has numbers only. */
  readonly isNumeric: boolean
}

/** Which text of a result it is: the place of its block, its structured content, or all of its texts, where there are many. */
export type DocumentPlace = number | 'structured' | 'texts'

/** What is known of one text of a result before it is shown. */
export interface ResultDocumentFacts {
  readonly place: DocumentPlace
  /** In UTF-16 units. */
  readonly characters: number
  readonly lines: number
  /** Whether it is an object or a list in JSON. */
  readonly isJson: boolean
  /** Whether it can be shown as a tree. */
  readonly hasTree: boolean
  /** Absent: it is no table. */
  readonly table?: { readonly columns: readonly TableColumn[]; readonly rows: number }
  /** Set when it has more values than a tree can show. */
  readonly isTooMany?: true
  /** Set when it has numbers with more digits than the program that read them keeps. */
  readonly isRounded?: true
  /** Whether it takes more room than a few lines. */
  readonly isLong: boolean
}

/** All texts of one result. */
export interface OpenedResult {
  readonly documents: readonly ResultDocumentFacts[]
  /** The place of the text that says the same as the structured content, which is no document then. */
  readonly repeated?: DocumentPlace
  /** How many blocks of the result are no texts: pictures, sounds, links. */
  readonly others: number
}

/** Where a text is marked: from and to, in UTF-16 units. */
export type TextMark = readonly [from: number, to: number]

export interface TextRow {
  /** Absent: the row goes on in the line of the one before. */
  readonly line?: number
  readonly text: string
  readonly marks: readonly TextMark[]
}

export interface TextAnswer {
  /** The length of the longest row, in UTF-16 units. */
  readonly longest: number
  /** How many rows there are. */
  readonly total: number
  /** Whether there are more than can be shown. */
  readonly isCut: boolean
  readonly rows: readonly TextRow[]
}

/** One of the places where words were found. */
export interface FoundAnswer {
  readonly count: number
  /** Whether there are more. */
  readonly isCut: boolean
  /** The row of the place that was asked for. Absent: nothing was found. */
  readonly row?: number
  /** Where it begins in that row of a text, in UTF-16 units. */
  readonly at?: number
}

/** Where a table is ordered by. Columns count from 0. */
export interface TableOrder {
  readonly column: number
  readonly direction: 'ascending' | 'descending'
}

/** Which rows of a table are shown, and in which order. */
export interface TableArrangement {
  readonly order?: TableOrder | undefined
  /** Empty: all rows. */
  readonly filter: string
  /** By whose alphabet. */
  readonly language: string
}

export interface TableCell {
  readonly text: string
  /** Absent: there is no such value in this row. */
  readonly kind?: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly marks?: readonly TextMark[]
}

export interface TableAnswer {
  /** How many rows the arrangement has. */
  readonly total: number
  readonly rows: readonly (readonly TableCell[])[]
}

export interface TreeRow {
  /** A value, or a range of a long list. */
  readonly id: string
  readonly depth: number
  /** Its place among those with which it is right inside of another one, from 1, and how many they are. */
  readonly position: number
  readonly siblings: number
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal' | 'range'
  /** Absent: it is in a list, or the outermost. */
  readonly key?: string
  /** Its place in a list. */
  readonly index?: number
  /** The places of a range: from, and to with it. */
  readonly range?: readonly [from: number, to: number]
  /** A value that has none inside, as it was written, or its beginning. */
  readonly text: string
  readonly isCut?: true
  /** How many values are right inside. */
  readonly children: number
  readonly isOpen: boolean
}

export interface TreeAnswer {
  readonly total: number
  readonly rows: readonly TreeRow[]
}

export interface FoundInTreeAnswer extends FoundAnswer {
  /** The id of the value. */
  readonly id?: string
  /** What has to be folded the other way for it to be in sight, together with what was. */
  readonly folds?: readonly string[]
}

/** A part of something long. */
export interface PartAnswer {
  readonly text: string
  /** Where the next part begins. Absent: this was the last one. */
  readonly next?: number
}

/** What can be taken out of a result: all of a text, a value of its tree with what is in it, or its table as CSV. */
export type WantedPart =
  | { readonly kind: 'text' }
  | { readonly kind: 'branch'; readonly id: string }
  | { readonly kind: 'csv'; readonly arrangement: TableArrangement }
