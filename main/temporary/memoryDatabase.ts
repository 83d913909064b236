import { diskFailure } from '../../shared/errors/diskFailure'
import { AppError } from '../../shared/errors/appError'
import { Database } from '../storage/database'

/** All temporary conversations together. What they hold is what a model said and servers returned, so it could fill the memory. */
const MOST_BYTES = 256 * 1024 ** 2
/** SQLite's own, for a new database. */
const PAGE_BYTES = 4096

/** A database of which nothing reaches the disk, with the tables of the one that does. It is full at a limit, and says so in its own words. */
export class MemoryDatabase extends Database {
  constructor(mostBytes = MOST_BYTES) {
    super(':memory:')
    // SQLite would sort what does not fit its page cache in a file.
    super.run('PRAGMA temp_store = MEMORY')
    // A pragma takes no parameter, and answers with the limit.
    super.get(`PRAGMA max_page_count = ${Math.ceil(mostBytes / PAGE_BYTES)}`)
  }

  /** @throws {AppError} NOT_SAVED when it is full */
  override run(...statement: Parameters<Database['run']>): void {
    try {
      super.run(...statement)
    } catch (thrown) {
      if (diskFailure(thrown) !== 'storage.diskFull') throw thrown
      throw new AppError('NOT_SAVED', { reason: 'chat.temporaryFull' }, { cause: thrown })
    }
  }
}
