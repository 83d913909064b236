import * as z from 'zod'
import { parseLastScreen, type LastScreen } from '../../shared/rpc/screen'
import { json } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

const ScreenRow = z.object({ json: json(z.unknown()) })

/** The owner of what was on the screen last, with which the next start begins. */
export class LastScreenStore {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  save(screen: LastScreen): void {
    this.#db.run(
      'INSERT INTO last_screen (id, json) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
      JSON.stringify(screen),
    )
  }

  /** Returns null at the first start, and where nothing that can be read was kept. A conversation that is gone is left out. */
  last(): LastScreen | null {
    const row = ScreenRow.safeParse(this.#db.get('SELECT json FROM last_screen'))
    const screen = row.success ? parseLastScreen(row.data.json) : undefined
    if (!screen) return null
    const { conversationId, place: _place, ...others } = screen
    if (conversationId === undefined || this.#isThere(conversationId)) return screen
    return others
  }

  #isThere(conversationId: string): boolean {
    return this.#db.get('SELECT 1 FROM conversation WHERE id = ? AND removed IS NULL', conversationId) !== undefined
  }
}
