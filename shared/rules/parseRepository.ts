import { formatHost, parseWebAddress } from './parseWebAddress'

/** A repository, given as a name (`OWNER/NAME`) or an address. */
export interface Repository {
  /** With its port if it is not the default port, because another program may answer there. Absent for a bare name. */
  readonly host?: string
  readonly path: readonly string[]
}

const LONGEST = 4096

/** Pure: reads the repository that a text names. Undefined if this is unclear. After an address, the path may continue (`/issues/7`). */
export function parseRepository(text: string): Repository | undefined {
  if (text.length > LONGEST) return undefined
  if (/^[\w.-]+\/[\w.-]+$/.test(text)) return repository(undefined, text)
  const [, shellHost, shellPath] =
    /^(?:[\w.-]+@)?([\w.-]{2,}):([\w.-][\w./-]*)$/.exec(text) ??
    /^(?:ssh|git\+ssh|git):\/\/(?:[\w.-]+@)?([\w.-]+(?::\d+)?)\/([\w./-]+)$/i.exec(text) ??
    []
  if (shellHost !== undefined && shellPath !== undefined) return repository(shellHost.toLowerCase().replace(/:22$/, ''), shellPath)
  const web = parseWebAddress(text)
  return web && repository(formatHost(web), web.path)
}

function repository(host: string | undefined, path: string): Repository | undefined {
  const parts = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  const odd = parts.some((part) => part === '' || part === '.' || part === '..' || !/^[\w.+-]+$/.test(part))
  if (parts.length < 2 || odd) return undefined
  return { ...(host !== undefined && { host: host.replace(/^www\./, '') }), path: parts.map((part) => part.replace(/\.git$/i, '')) }
}
