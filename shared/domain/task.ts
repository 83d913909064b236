/** A call that the server carries out in its own time. Spec: 2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks. */
export interface CallTask {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  /** What the server says about it: its words, not checked. */
  readonly statusMessage?: string
  readonly createdAt: number
  readonly checkedAt: number
  /** When the server forgets it. */
  readonly expiresAt?: number
}
