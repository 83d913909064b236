import type { QueuedMessage } from './queuedMessage'

/**
 * Pure: returns the queue with this message in its place. What steers goes before what waits, and each of both in the order in which it came.
 * A message that is there already keeps its place, unless it begins to steer.
 */
export function placeQueued(queue: readonly QueuedMessage[], message: QueuedMessage): readonly QueuedMessage[] {
  const index = queue.findIndex(({ id }) => id === message.id)
  if (index !== -1 && (message.steers !== true || queue[index]?.steers === true)) return queue.with(index, message)
  const others = queue.filter(({ id }) => id !== message.id)
  const place = message.steers === true ? others.filter(({ steers }) => steers === true).length : others.length
  return others.toSpliced(place, 0, message)
}
