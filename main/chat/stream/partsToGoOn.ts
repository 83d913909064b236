import type { ChatMessage, Part } from '../../../shared/domain/chat'
import type { ModelRef } from '../../../shared/domain/ids'

/**
 * Pure: what a model gets of an answer with which it goes on: all that came, but for the notice of how it ended. What the provider of another
 * model wanted back is not for this one.
 */
export function partsToGoOn({ parts, model: began }: ChatMessage, model: ModelRef): readonly Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'notice') return []
    if (model === began || !('forModel' in part)) return [part]
    const { forModel: _forModel, ...unsigned } = part
    return [unsigned]
  })
}
