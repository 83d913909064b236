import { wrapLanguageModel, type LanguageModel } from 'ai'

/** A model of the `ai` library that is no mere name. */
export type WrappableModel = Parameters<typeof wrapLanguageModel>[0]['model']

/**
 * Returns a model that tells how each of its requests ended: with what was thrown, or with undefined as soon as it answers. A request that
 * somebody stopped says nothing.
 */
export function reportOutcome(model: WrappableModel, ended: (thrown: unknown) => void): LanguageModel {
  const watched = async <T>(ask: () => PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> => {
    try {
      const answer = await ask()
      ended(undefined)
      return answer
    } catch (thrown) {
      if (signal?.aborted !== true) ended(thrown)
      throw thrown
    }
  }
  return wrapLanguageModel({
    model,
    middleware: {
      wrapGenerate: ({ doGenerate, params }) => watched(doGenerate, params.abortSignal),
      wrapStream: ({ doStream, params }) => watched(doStream, params.abortSignal),
    },
  })
}
