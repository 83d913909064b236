import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asker, askingServer } from '../testing/elicitingHost'
import { TestHost } from '../testing/testHost'

const canaries = ['argument', 'result', 'draft', 'file'].map((word) => `canary-${word}`)
/** Longer than a page of the database, of which the rest lies on pages of its own. */
const long = (word: string): string => `canary-${word} `.repeat(10_000)

/** Which canaries can be read in the bytes of the database and of its log. */
function found(dataDir: string): readonly string[] {
  const bytes = readdirSync(dataDir)
    .filter((name) => name.startsWith('parley.db'))
    .map((name) => readFileSync(join(dataDir, name)))
  return canaries.filter((canary) => bytes.some((content) => content.includes(canary)))
}

async function attach(host: TestHost, name: string, text: string): Promise<{ readonly sha256: string; readonly name: string }> {
  const { uploadId } = await host.call('files.begin', { name, bytes: text.length })
  await host.call('files.append', { uploadId, offset: 0, data: Buffer.from(text).toString('base64') })
  return await host.call('files.finish', { uploadId })
}

// Catches: the pages of a long text go back to the file as they are, and what went over the wire for it stays for a month.
it('what was said in a deleted chat can be read nowhere in the database once it cannot be brought back', async () => {
  await using server = await askingServer(() => ({ resultType: 'complete', content: [{ type: 'text', text: long('result') }] }))
  const first = await TestHost.start({ files: { 'servers.json': { mcpServers: { asker: { type: 'http', url: server.url } } } } })
  await first.until('connections.states', (states) => states[asker]?.phase === 'ready')
  const { conversationId } = await first.call('chat.create', { model: 'none' })
  await first.call('chat.runTool', { conversationId, serverId: asker, tool: 'go', arguments: { x: long('argument') } })
  await first.until('chat.conversations', (list) => list.some(({ turn }) => turn === 'done'))
  await first.call('chat.saveDraft', { conversationId, draft: long('draft') })
  const { sha256, name } = await attach(first, 'boat.txt', long('file'))
  await first.call('files.saveDraft', { conversationId, files: [{ sha256, name }] })
  const dataDir = await first.quit()
  expect(found(dataDir)).toEqual(canaries)

  const second = await TestHost.start({ dataDir })
  await second.call('chat.remove', { conversationIds: [conversationId] })
  await second.quit()

  const third = await TestHost.start({ dataDir })
  expect(found(dataDir)).toEqual([])
  await third.quit()
  expect(found(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})
