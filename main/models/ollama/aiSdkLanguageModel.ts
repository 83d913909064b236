import type { wrapLanguageModel } from 'ai'

type AnyModel = Parameters<typeof wrapLanguageModel>[0]['model']
/** The interface of the `ai` library for a model. */
export type LanguageModelV4 = Extract<AnyModel, { readonly specificationVersion: 'v4' }>
export type ModelCallOptions = Parameters<LanguageModelV4['doStream']>[0]
export type ModelStreamPart = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
export type Generated = Awaited<ReturnType<LanguageModelV4['doGenerate']>>
