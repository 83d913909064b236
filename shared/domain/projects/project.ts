import type { AttachedFile } from '../../files/attachedFile'
import type { ChosenAccounts, ModelChoice } from '../chat'
import type { ModelRef, ProjectId, ServerId } from '../ids'

/** How much a model is to reason before it answers: the portable values of the AI SDK, which each provider has its own word for. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/** What a request asks of its model. A parameter that the model does not take is not sent. */
export interface ModelParameters {
  /** From 0 to 2. */
  readonly temperature?: number
  /** How long an answer may get, in tokens. */
  readonly maxOutputTokens?: number
  readonly reasoning?: ReasoningEffort
}

export const parameterNames = ['temperature', 'maxOutputTokens', 'reasoning'] as const satisfies readonly (keyof ModelParameters)[]
export type ParameterName = (typeof parameterNames)[number]

/** Which servers and tools are on or off. What is not named is on. A tool of a server that is off is off. */
export interface ToolSwitches {
  readonly servers: Readonly<Record<ServerId, boolean>>
  readonly tools: Readonly<Record<ServerId, Readonly<Record<string, boolean>>>>
}

/** The values that a project gives its conversations, and that a conversation overrides. What is absent is inherited. */
export interface ChatSettings {
  /** At most `MOST_INSTRUCTIONS` characters. Those of a conversation stand after those of its project. */
  readonly instructions?: string
  /** Merged parameter by parameter. */
  readonly parameters?: ModelParameters
  /** Of a conversation: the parameters that are as the model does by itself, whatever its project says. None of them is in `parameters`. */
  readonly unset?: readonly ParameterName[]
  /** Merged server by server and tool by tool. */
  readonly switches?: ToolSwitches
  /** Absolute paths. Those of a conversation are added to those of its project, and both to those of each server. */
  readonly folders?: readonly string[]
}

/** What the conversations of a project start from. */
export interface Project extends ChatSettings {
  readonly id: ProjectId
  readonly name: string
  readonly created: number
  readonly model?: ModelRef
  readonly accounts: ChosenAccounts
  /** They are attached to the first message of each new conversation. */
  readonly files: readonly AttachedFile[]
}

/** What a conversation says itself of what a project says too. */
export interface OwnSettings {
  readonly model: ModelChoice
  readonly chosenAccounts: ChosenAccounts
  readonly settings: ChatSettings
}

export const MOST_INSTRUCTIONS = 20_000
export const MOST_SHARED_FOLDERS = 50
export const MOST_PROJECTS = 500
export const LONGEST_PROJECT_NAME = 100
