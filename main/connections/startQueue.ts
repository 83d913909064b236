import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { StartStep } from './connectionLifecycle'
import type { ConcurrencyLimiter } from '../lib/concurrencyLimiter'

/** A slow server gives up its place in the start queue after this time: it rarely waits for our processor. */
const START_SLOT_MS = 3_000

export interface StartQueueDeps {
  readonly gate: { mayStart(definition: ServerConfig, starter: { onAsking(): void }, signal: AbortSignal): Promise<boolean> }
  /** One place per core, shared by all servers. */
  readonly starts: ConcurrencyLimiter
}

/** A start that waits for a place. */
export interface QueuedStart<T> {
  /** The definition that the person allowed. It starts even if the file changes meanwhile. */
  readonly definition: ServerConfig
  /** Whether a person waits for it. */
  readonly isUrgent: () => boolean
  readonly onStep: (step: StartStep) => void
  readonly open: () => Promise<T>
}

/**
 * Runs a start when there is a place in the start queue. If the launch is new to the person, they must allow it first.
 * @throws {AppError} DENIED when the person does not allow it.
 */
export async function queueStart<T>({ gate, starts }: StartQueueDeps, start: QueuedStart<T>, signal: AbortSignal): Promise<T> {
  const { definition, isUrgent, onStep, open } = start
  if (!(await gate.mayStart(definition, { onAsking: () => onStep('waitsForStart') }, signal))) {
    throw new AppError('DENIED', { reason: 'connections.notStarted', params: { server: definition.id } })
  }
  onStep('queued')
  const leave = await starts.enter(signal, isUrgent)
  const slot = setTimeout(leave, START_SLOT_MS)
  try {
    onStep('launching')
    return await open()
  } finally {
    clearTimeout(slot)
    leave()
  }
}
