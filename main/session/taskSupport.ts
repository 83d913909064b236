import type { ServerCapabilities } from '@modelcontextprotocol/client'
import type { Tool } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'

/** The name of the extension by which 2026 servers run a call in their own time. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** Whether a server says that it runs calls of tools as tasks, in the way of its era. */
export function runsTasks(capabilities: ServerCapabilities): boolean {
  return takesTaskCalls(capabilities) || capabilities.extensions?.[tasksExtension] !== undefined
}

/**
 * Whether a 2025 server must be asked to run this tool as a task. Where the choice is left to us it is not: a plain call has progress, and
 * is cancelled and bounded like any other (2025-11-25, tasks: tool-level negotiation).
 */
export function needsTask(capabilities: ServerCapabilities, tool: Tool): boolean {
  return tool.taskSupport === 'required' && takesTaskCalls(capabilities)
}

/** Whether a 2025 server can be asked to give a task up. */
export function cancelsTasks(capabilities: ServerCapabilities): boolean {
  return tasksOf(capabilities)?.['cancel'] !== undefined
}

function takesTaskCalls(capabilities: ServerCapabilities): boolean {
  const requests = tasksOf(capabilities)?.['requests']
  const tools = isRecord(requests) ? requests['tools'] : undefined
  return isRecord(tools) && tools['call'] !== undefined
}

/** Read by hand: what a server says of itself is not checked for its shape. */
function tasksOf(capabilities: ServerCapabilities): Readonly<Record<string, unknown>> | undefined {
  const tasks: unknown = capabilities.tasks
  return isRecord(tasks) ? tasks : undefined
}
