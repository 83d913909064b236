import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { JsonObject } from '../../../shared/lib/json'
import type { Connected, Contestant, ServerCommand } from './contestant'
import { inOwnSession } from './inOwnSession'

/** Uses the MCP SDK as its own guide shows. */
export class SdkContestant implements Contestant {
  #clients: Client[] = []

  async connect(servers: readonly ServerCommand[]): Promise<Connected> {
    const started = performance.now()
    let firstMs = Infinity
    this.#clients = servers.map(() => new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} }))
    await Promise.all(
      servers.map(inOwnSession).map(async ({ command, args, env }, index) => {
        const client = this.#client(index)
        await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' }))
        await client.listTools()
        firstMs = Math.min(firstMs, performance.now() - started)
      }),
    )
    return { firstMs, allMs: performance.now() - started }
  }

  async call(server: number, tool: string, args: JsonObject): Promise<void> {
    await this.#client(server).callTool({ name: tool, arguments: args })
  }

  async listTools(): Promise<number> {
    const { tools } = await this.#client(0).listTools()
    return tools.length
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()))
    this.#clients = []
  }

  #client(server: number): Client {
    const client = this.#clients[server]
    if (!client) throw new Error(`There is no server ${server}`)
    return client
  }
}
