import type { ServerCapabilities } from '@modelcontextprotocol/client'
import type { Tool } from '../../shared/domain/catalog'
import { tasksExtension } from '../../shared/domain/extensions/extension'
import { isRecord } from '../../shared/lib/json'

/** Whether a server says that it runs tool calls as tasks, in the way of its era. */
export function runsTasks(capabilities: ServerCapabilities): boolean {
  return takesTaskCalls(capabilities) || capabilities.extensions?.[tasksExtension] !== undefined
}

/**
 * Whether a 2025 server must be asked to run this tool as a task. If tasks are optional, Parley makes a plain call, which has progress,
 * cancellation and deadlines like any other (2025-11-25, tasks: tool-level negotiation).
 */
export function needsTask(capabilities: ServerCapabilities, tool: Tool): boolean {
  return tool.taskSupport === 'required' && takesTaskCalls(capabilities)
}

/** Whether a 2025 server can cancel a task. */
export function cancelsTasks(capabilities: ServerCapabilities): boolean {
  return tasksOf(capabilities)?.['cancel'] !== undefined
}

function takesTaskCalls(capabilities: ServerCapabilities): boolean {
  const requests = tasksOf(capabilities)?.['requests']
  const tools = isRecord(requests) ? requests['tools'] : undefined
  return isRecord(tools) && tools['call'] !== undefined
}

/** Checks the shape itself, because the SDK does not validate what a server says about itself. */
function tasksOf(capabilities: ServerCapabilities): Readonly<Record<string, unknown>> | undefined {
  const tasks: unknown = capabilities.tasks
  return isRecord(tasks) ? tasks : undefined
}
