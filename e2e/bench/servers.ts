import { join } from 'node:path'
import type { ServerCommand } from './sides/contestant'

const root = join(import.meta.dirname, '../..')
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const tiny = join(root, 'e2e/bench/tinyServer.mjs')

const asking = join(root, 'e2e/bench/askingServer.mjs')

const node = (...args: string[]): ServerCommand => ({ command: process.execPath, args, env: {} })

/** The example server of MCP. Like most real servers, it takes a fifth of a second of processor time to start. */
export const everythingServer: ServerCommand = node(everything, 'stdio')

/** A server without any library. It is so fast that every microsecond of a client shows. */
export const tinyServer = (tools = 2): ServerCommand => ({ ...node(tiny), env: { TOOLS: String(tools) } })

/** A server without any library that asks a person. */
export const askingServer: ServerCommand = node(asking)

/** A server without any library whose tool only reads. */
export const readingServer: ServerCommand = node(join(root, 'e2e/bench/readingServer.mjs'))

/** A server without any library whose tool `show` has an interface. */
export const appServer: ServerCommand = node(join(root, 'e2e/bench/appServer.mjs'))

export const many = (count: number, server: ServerCommand): readonly ServerCommand[] => Array.from({ length: count }, () => server)
