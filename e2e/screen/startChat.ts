import type { Page } from '@playwright/test'
import type { Parley } from '../lib/parley.ts'
import type { ServerEntry } from '../lib/serverEntries.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import { newChat } from './chat.ts'
import { goTo } from './navigation.ts'
import { waitUntilReady } from './servers.ts'

/** Starts Parley with these servers and the scripted model, waits until all servers are ready, and opens a new conversation. */
export async function startChat(parley: Parley, model: ScriptedModel, servers: Readonly<Record<string, ServerEntry>> = {}): Promise<Page> {
  parley.useModel(model)
  parley.writeServers(servers)
  const ui = await parley.launch()
  await waitUntilReady(ui, ...Object.keys(servers))
  await goTo(ui, 'Chat')
  await newChat(ui)
  return ui
}
