import accounts from './accounts.json'
import approvals from './approvals.json'
import apps from './apps.json'
import argumentTexts from './arguments.json'
import browser from './browser.json'
import catalog from './catalog.json'
import chat from './chat.json'
import cli from './cli.json'
import commandPalette from './commandPalette.json'
import completion from './completion.json'
import dataFlow from './dataFlow.json'
import definitions from './definitions.json'
import deprecations from './deprecations.json'
import desktop from './desktop.json'
import ends from './ends.json'
import errors from './errors.json'
import exportTexts from './exports.json'
import extensions from './extensions.json'
import fields from './fields.json'
import files from './files.json'
import firstStart from './firstStart.json'
import importTexts from './imports.json'
import inbox from './inbox.json'
import json from './json.json'
import layout from './layout.json'
import legacy from './legacy.json'
import logs from './logs.json'
import markdown from './markdown.json'
import misfits from './misfits.json'
import models from './models.json'
import policy from './policy.json'
import previews from './previews.json'
import projects from './projects.json'
import questions from './questions.json'
import rules from './rules.json'
import sampling from './sampling.json'
import search from './search.json'
import secrets from './secrets.json'
import servers from './servers.json'
import settings from './settings.json'
import signIn from './signIn.json'
import skills from './skills.json'
import telemetry from './telemetry.json'
import terminal from './terminal.json'
import traffic from './traffic.json'
import ui from './ui.json'
import type { MessageId } from '../message'

/** All German texts. A missing text is a compile error. */
export const de: Readonly<Record<MessageId, unknown>> = {
  ...accounts,
  ...approvals,
  ...apps,
  ...argumentTexts,
  ...browser,
  ...catalog,
  ...chat,
  ...cli,
  ...commandPalette,
  ...completion,
  ...dataFlow,
  ...definitions,
  ...deprecations,
  ...desktop,
  ...ends,
  ...errors,
  ...exportTexts,
  ...extensions,
  ...fields,
  ...files,
  ...firstStart,
  ...importTexts,
  ...inbox,
  ...json,
  ...layout,
  ...legacy,
  ...logs,
  ...markdown,
  ...misfits,
  ...models,
  ...policy,
  ...previews,
  ...projects,
  ...questions,
  ...rules,
  ...sampling,
  ...search,
  ...secrets,
  ...servers,
  ...settings,
  ...signIn,
  ...skills,
  ...telemetry,
  ...terminal,
  ...traffic,
  ...ui,
}
