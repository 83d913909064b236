/** A call that the server runs in its own time. Spec: 2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks. */
export interface CallTask {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  /** The server's own text about the state. Unchecked. */
  readonly statusMessage?: string
  readonly createdAt: number
  readonly checkedAt: number
  /** When the server deletes the task. */
  readonly expiresAt?: number
}
