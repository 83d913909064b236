import { isReady } from './browser.ts'
import { strict } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>

const privileged = new Set<string>()
const handlers = new Map<string, Handler>()

/** Chromium cannot navigate to a custom scheme, so this maps `app://host/` to `https://host.app.double/`. */
export function toWeb(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url)
  const scheme = protocol.slice(0, -1)
  return privileged.has(scheme) ? `https://${host}.${scheme}.double${pathname}${search}${hash}` : url
}

/** Maps the sources of custom schemes in a content security policy, as `toWeb` maps addresses. */
export function policyToWeb(policy: string): string {
  return policy
    .split(' ')
    .map((source) => {
      const [, scheme = '', host = '', end = ''] = /^([a-z0-9+-]+):(?:\/\/([\w.-]+))?(;?)$/.exec(source) ?? []
      return privileged.has(scheme) ? `https://${host || '*'}.${scheme}.double${end}` : source
    })
    .join(' ')
}

/** Maps the addresses of confined frames in what the main process tells the page, which puts them into an iframe. */
export function framesToWeb(message: string): string {
  return message.replaceAll(/app-frame:\/\/([0-9a-f]{32})/g, 'https://$1.app-frame.double')
}

/** Returns the address as Electron would report it. */
export function toApp(url: string): string {
  const [, host, scheme, rest] = /^https:\/\/(.+)\.([a-z0-9+-]+)\.double(\/.*)?$/.exec(url) ?? []
  return host === undefined ? url : `${scheme}://${host}${rest ?? '/'}`
}

export function handlerFor(url: string): Handler | undefined {
  return handlers.get(new URL(url).protocol.slice(0, -1))
}

/** Builds a request whose address has the custom scheme, as Electron passes it to a handler. */
export function schemeRequest(url: string, init: RequestInit): Request {
  const request = new Request(toWeb(url), init)
  return Object.defineProperty(request, 'url', { value: url })
}

export const protocol = strict(
  {
    registerSchemesAsPrivileged(schemes: readonly { readonly scheme: string }[]) {
      if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      for (const { scheme } of schemes) privileged.add(scheme)
    },
    handle(scheme: string, handler: Handler) {
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      handlers.set(scheme, handler)
    },
  },
  'protocol',
)
