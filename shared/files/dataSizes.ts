/** How much the parts of the data folder take beside attached files, in bytes. */
export interface DataSizes {
  /** Conversations, calls, questions, rules, logs and message records. */
  readonly database: number
  readonly searchIndex: number
  /** The database as it was before an update or a fault. */
  readonly copies: number
  /** Settings, servers, and secrets, which are encrypted. */
  readonly settings: number
}
