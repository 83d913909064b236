import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A registry of npm packages on this computer, whose programs print what they are called. */
export interface PackageRegistry extends AsyncDisposable {
  readonly url: string
}

/** Serves a package for each name. Its one program is called like the last part of the name, and prints `ran NAME`. */
export async function startPackageRegistry(names: readonly string[]): Promise<PackageRegistry> {
  const archives = new Map(names.map((name) => [name, archiveOf(name)]))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1)
    const archive = archives.get(path.replace(/\/-\/archive\.tgz$/, ''))
    if (!archive) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}')
    if (path.endsWith('.tgz')) return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(archive)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument(path, archive, url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server.address())}/`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

const VERSION = '1.0.0'
const LONG_AGO = '2020-01-01T00:00:00.000Z'

function manifest(name: string) {
  return { name, version: VERSION, bin: { [name.split('/').at(-1) ?? name]: 'program.js' } }
}

function packument(name: string, archive: Buffer, url: string) {
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const shasum = createHash('sha1').update(archive).digest('hex')
  const dist = { tarball: `${url}${name}/-/archive.tgz`, integrity, shasum }
  return {
    name,
    'dist-tags': { latest: VERSION },
    versions: { [VERSION]: { ...manifest(name), dist } },
    time: { created: LONG_AGO, modified: LONG_AGO, [VERSION]: LONG_AGO },
  }
}

function archiveOf(name: string): Buffer {
  const program = `#!/usr/bin/env node\nconsole.log(${JSON.stringify(`ran ${name}`)})\n`
  const files = [entry('package/package.json', JSON.stringify(manifest(name))), entry('package/program.js', program)]
  return gzipSync(Buffer.concat([...files, Buffer.alloc(1024)]))
}

/** One file of a tar archive (POSIX ustar). */
function entry(path: string, text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(512)
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`
  head.write(path, 0)
  head.write(octal(0o755, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(body.length, 12), 124)
  head.write(octal(0, 12), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}
