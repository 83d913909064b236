import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** What takes the requests of a container client and runs nothing: docker's API, podman's, and a registry of images. */
export interface ContainerDaemon extends AsyncDisposable {
  /** Host and port. */
  readonly address: string
  /** Every image that was asked for since the last time, as the client names it to its daemon, or to the registry. */
  takeImages(): readonly AskedImage[]
}

/** `pulled` is what is downloaded, `created` what a container is made of, `mounted` what lies in it beside that. */
export interface AskedImage {
  readonly how: 'pulled' | 'created' | 'mounted'
  readonly name: string
}

/** The parts of both programs' requests that name an image, or take the place of one. */
const CreateBody = z.object({
  Image: z.string().optional(),
  HostConfig: z.object({ Mounts: z.array(z.object({ Type: z.string(), Source: z.string().default('') })).nullish() }).nullish(),
  image: z.string().optional(),
  raw_image_name: z.string().optional(),
  rootfs: z.string().optional(),
  image_volumes: z.array(z.object({ Source: z.string() })).nullish(),
  volumes_from: z.array(z.string()).nullish(),
})

/** Listens on a free port of this computer. No image is there, so that a client asks for it to be downloaded. */
export async function startContainerDaemon(): Promise<ContainerDaemon> {
  let asked: AskedImage[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(...imagesOf(request, Buffer.concat(chunks).toString()))
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port')
  return {
    address: `127.0.0.1:${bound.port}`,
    takeImages() {
      const taken = asked
      asked = []
      return taken
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function imagesOf(request: IncomingMessage, body: string): readonly AskedImage[] {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.endsWith('/images/create')) return [{ how: 'pulled', name: searchParams.get('fromImage') ?? '' }]
  if (pathname.endsWith('/images/pull')) return [{ how: 'pulled', name: searchParams.get('reference') ?? '' }]
  const inRegistry = /^\/v2\/(.+)\/manifests\//.exec(pathname)?.[1]
  if (inRegistry !== undefined) return [{ how: 'pulled', name: inRegistry }]
  return pathname.endsWith('/containers/create') ? imagesOfContainer(CreateBody.parse(JSON.parse(body))) : []
}

function imagesOfContainer(body: z.infer<typeof CreateBody>): readonly AskedImage[] {
  const mounted = [
    ...(body.HostConfig?.Mounts ?? []).filter(({ Type }) => Type === 'image').map(({ Source }) => Source),
    ...(body.image_volumes ?? []).map(({ Source }) => Source),
    ...(body.volumes_from ?? []),
  ]
  return [
    { how: 'created', name: body.rootfs ?? body.Image ?? body.raw_image_name ?? body.image ?? '' },
    ...mounted.map((name) => ({ how: 'mounted', name }) as const),
  ]
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
  }
  const path = request.url ?? ''
  if (path.endsWith('/_ping')) {
    return void response.writeHead(200, { 'api-version': '1.47', ostype: 'linux', 'libpod-api-version': '4.3.1' }).end('OK')
  }
  if (path === '/v2/') return send(200, {})
  if (path.includes('/libpod/images/pull')) return send(200, { images: ['downloaded'], id: 'downloaded' })
  if (path.includes('/containers/create') && !path.includes('/libpod/')) return send(404, { message: 'No such image' })
  send(path.startsWith('/v2/') ? 404 : 500, { message: 'nothing runs here', cause: 'nothing runs here', response: 500 })
}
