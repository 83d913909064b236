import type { ContentBlock, PromptMessage } from '@modelcontextprotocol/server'

/** A red square of 8 by 8 pixels. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'
/** A hundredth of a second of silence. */
export const WAV = 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=='

export interface Book {
  readonly id: string
  readonly title: string
  readonly author: string
  readonly genre: string
  edition: number
}

/** The books. They live as long as the program, and all of its servers share them. */
export class LibraryShelf {
  readonly books: Book[] = [
    { id: 'dune', title: 'Dune', author: 'Frank Herbert', genre: 'science fiction', edition: 1 },
    { id: 'emma', title: 'Emma', author: 'Jane Austen', genre: 'novel', edition: 1 },
    { id: 'solaris', title: 'Solaris', author: 'Stanisław Lem', genre: 'science fiction', edition: 1 },
  ]

  textOf(book: Book): string {
    return `# ${book.title}\n\nby **${book.author}**, edition ${book.edition}\n`
  }

  find(uri: string): Book | undefined {
    return this.books.find(({ id }) => bookUri(id) === uri)
  }

  /** Makes a new edition of a book. Returns the address that changed. */
  change(id: string): string {
    const book = this.books.find((one) => one.id === id)
    if (!book) throw new Error(`No book ${id}`)
    book.edition++
    return bookUri(id)
  }

  add(title: string): void {
    this.books.push({ id: title.toLowerCase().replaceAll(/\W+/g, '-'), title, author: 'Unknown', genre: 'novel', edition: 1 })
  }
}

export function bookUri(id: string): string {
  return `library://books/${id}`
}

export const genres = ['novel', 'science fiction']
/** More values than one completion may contain. */
export const words = Array.from({ length: 250 }, (_, index) => `word${String(index).padStart(3, '0')}`)

/** Returns one message for every kind of content that a prompt can contain. */
export function everyKind(): PromptMessage[] {
  const contents: ContentBlock[] = [
    { type: 'text', text: 'Compare these.', annotations: { audience: ['assistant'], priority: 0.8 } },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    { type: 'audio', data: WAV, mimeType: 'audio/wav' },
    { type: 'resource_link', uri: bookUri('dune'), name: 'dune', title: 'Dune', mimeType: 'text/markdown' },
    { type: 'resource', resource: { uri: bookUri('emma'), mimeType: 'text/markdown', text: '# Emma' } },
    { type: 'resource', resource: { uri: 'library://covers/dune', mimeType: 'image/png', blob: PNG } },
  ]
  return [
    ...contents.map((content): PromptMessage => ({ role: 'user', content })),
    { role: 'assistant', content: { type: 'text', text: 'Both are books.' } },
  ]
}
