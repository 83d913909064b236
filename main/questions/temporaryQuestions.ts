import type { Asker } from '../../shared/domain/question'
import type { Database } from '../storage/database'

/** Where questions are kept that must not reach the disk. */
export interface TemporaryQuestions {
  /** A database in memory, with the tables of the one on disk. */
  readonly database: Database
  /** Whether what this one asks must not reach the disk. */
  covers(asker: Asker): boolean
}
