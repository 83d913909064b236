import type * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { accountsCalls, accountsTopics } from './accounts'
import { appsCalls, appsFeeds, appsTopics } from './apps'
import { chatCalls, chatFeeds, chatTopics } from './chat'
import { conversationsCalls, conversationsTopics } from './conversations'
import { completionCalls } from './completion'
import { confinedFramesCalls } from './confinedFrames'
import type { Call, Feed, Topic } from './contractKinds'
import { definitionsCalls, definitionsTopics } from './definitions'
import { desktopCalls, desktopTopics } from './desktop'
import { downloadsCalls } from './downloads'
import { exportsCalls } from './exports'
import { filesCalls, filesTopics } from './files'
import { foldersCalls } from './folders'
import { iconsCalls } from './icons'
import { importsCalls } from './imports'
import { linksCalls } from './links'
import { logsCalls, logsFeeds } from './logs'
import { modelsCalls, modelsTopics } from './models'
import { policyTopics } from './policy'
import { projectsCalls, projectsTopics } from './projects'
import { promptsCalls } from './prompts'
import { questionsCalls, questionsTopics } from './questions'
import { resultsCalls } from './results'
import { resourcesCalls, resourcesTopics } from './resources'
import { rulesCalls, rulesTopics } from './rules'
import { samplingTopics } from './sampling'
import { screenCalls } from './screen'
import { searchCalls } from './search'
import { secretsCalls, secretsTopics } from './secrets'
import { serversCalls, serversTopics } from './servers'
import { settingsCalls, settingsTopics } from './settings'
import { skillsCalls } from './skills'
import { telemetryCalls, telemetryTopics } from './telemetry'
import { trafficCalls } from './traffic'
import { usageCalls } from './usage'

/** The whole contract between renderer and host, as one value. Both ends infer their types from it. */
export const calls = {
  ...serversCalls,
  ...definitionsCalls,
  ...resourcesCalls,
  ...completionCalls,
  ...promptsCalls,
  ...skillsCalls,
  ...iconsCalls,
  ...logsCalls,
  ...trafficCalls,
  ...chatCalls,
  ...resultsCalls,
  ...exportsCalls,
  ...downloadsCalls,
  ...importsCalls,
  ...conversationsCalls,
  ...projectsCalls,
  ...screenCalls,
  ...searchCalls,
  ...filesCalls,
  ...questionsCalls,
  ...foldersCalls,
  ...rulesCalls,
  ...modelsCalls,
  ...usageCalls,
  ...accountsCalls,
  ...secretsCalls,
  ...settingsCalls,
  ...desktopCalls,
  ...telemetryCalls,
  ...linksCalls,
  ...confinedFramesCalls,
  ...appsCalls,
}
export const topics = {
  ...serversTopics,
  ...definitionsTopics,
  ...resourcesTopics,
  ...chatTopics,
  ...conversationsTopics,
  ...projectsTopics,
  ...filesTopics,
  ...questionsTopics,
  ...rulesTopics,
  ...modelsTopics,
  ...samplingTopics,
  ...policyTopics,
  ...accountsTopics,
  ...secretsTopics,
  ...settingsTopics,
  ...desktopTopics,
  ...telemetryTopics,
  ...appsTopics,
}
export const feeds = { ...chatFeeds, ...logsFeeds, ...appsFeeds }

export type CallName = keyof typeof calls
export type InputOf<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type ParsedInputOf<N extends CallName> = z.output<(typeof calls)[N]['input']>
export type OutputOf<N extends CallName> = (typeof calls)[N] extends Call<z.ZodType, infer O> ? O : never

export type TopicName = keyof typeof topics
export type ValueOf<N extends TopicName> = (typeof topics)[N] extends Topic<infer T> ? T : never

export type FeedName = keyof typeof feeds
export type EventOf<N extends FeedName> = (typeof feeds)[N] extends Feed<infer E> ? E : never

/** The reply to a call. A failure is data. */
export type Reply<O> = { readonly ok: true; readonly value: O } | { readonly ok: false; readonly error: AppErrorData }
