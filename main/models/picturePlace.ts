import type { OpenModel } from './openModel'

/**
 * Returns where a request carries pictures of tool results. Nobody decided to send these to a model that may not see: an endpoint that refuses
 * them would refuse the whole conversation.
 */
export async function picturePlace({ images, sees }: OpenModel, signal: AbortSignal): Promise<'inside' | 'after' | 'nowhere'> {
  const isKnown = await sees?.(signal)
  if (isKnown === false) return 'nowhere'
  if (images) return 'inside'
  return isKnown === true ? 'after' : 'nowhere'
}
