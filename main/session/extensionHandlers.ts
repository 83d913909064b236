import { spokenExtensions, tasksExtension, type SpokenExtension } from '../../shared/domain/extensions/extension'
import type { ServerId } from '../../shared/domain/ids'

type Raw = Readonly<Record<string, unknown>>

/** A kind of result that an extension adds to those of the protocol (2026-07-28, basic: `resultType`). */
export interface AddedResult {
  /** The requests that a server may answer so. */
  readonly answers: readonly string[]
  /** Makes an ordinary result of it. Absent: whoever asked reads it, by its `resultType`. */
  readonly read?: (result: Raw) => Raw
}

/** An extension with the code that reads what it adds to the protocol. */
export interface Extension extends SpokenExtension {
  /** By `resultType`. */
  readonly results?: Readonly<Record<string, AddedResult>>
  /** By method: what hears a notification that the extension adds. */
  readonly notifications?: Readonly<Record<string, (params: unknown, from: { readonly serverId: ServerId }) => void>>
  /** By method: what answers a request of a 2025 server that the extension adds. Whatever it throws is refused as an internal error. */
  readonly requests?: Readonly<Record<string, (params: unknown, from: { readonly serverId: ServerId }) => Promise<Raw>>>
}

const handlers: Readonly<Record<string, Omit<Extension, keyof SpokenExtension>>> = {
  [tasksExtension]: {
    results: { task: { answers: ['tools/call', 'tasks/get', 'tasks/cancel'] } },
    // The news of a task say nothing that the next look at it does not: `calls/taskPoller.ts` asks.
    notifications: { 'notifications/tasks': ignore },
  },
}

/** Every extension that Parley speaks, with its code. A vendor's extension gets a row here and in `spokenExtensions`. */
export const extensions: readonly Extension[] = spokenExtensions.map((spoken) => ({ ...spoken, ...handlers[spoken.id] }))

function ignore(): void {
  // Nothing is to be done.
}
