import type { ModelRef } from '../../shared/domain/ids'
import type { SamplingDetails } from '../../shared/domain/question'
import type { SamplingMessage } from '../../shared/domain/sampling'
import { isMedia } from '../../shared/sampling/samplingMedia'

type Blind = NonNullable<SamplingDetails['blind']>[number]

/** Pure: the parts of the messages that an endpoint with these media types cannot receive; undefined if it can receive everything. */
export function unsupportedMedia(messages: readonly SamplingMessage[], takes: readonly string[]): Blind['to'] | undefined {
  const unseen = messages
    .flatMap(({ content }) => content)
    .filter(isMedia)
    .filter(({ mimeType }) => !takes.includes(mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''))
  const images = unseen.some(({ type }) => type === 'image')
  const sound = unseen.some(({ type }) => type === 'audio')
  if (images && sound) return 'both'
  return images ? 'images' : sound ? 'sound' : undefined
}

/** Pure: the models that cannot receive all of the messages. */
export function modelsWithoutMedia(
  messages: readonly SamplingMessage[],
  models: readonly ModelRef[],
  takes: (model: ModelRef) => readonly string[],
): readonly Blind[] {
  return models.flatMap((model) => {
    const to = unsupportedMedia(messages, takes(model))
    return to === undefined ? [] : [{ model, to }]
  })
}
