import { formatHost, parseHost } from './parseHost'

/** A repository as a name (`OWNER/NAME`) or an address gives it. */
export interface Repository {
  /** With its port, where that is not the usual one: another program may answer there. Absent for a bare name. */
  readonly host?: string
  readonly path: readonly string[]
}

const LONGEST = 4096

/** Pure: the repository that a text names; undefined where it cannot be told. Behind an address the path may go on (`/issues/7`). */
export function parseRepository(text: string): Repository | undefined {
  if (text.length > LONGEST) return undefined
  if (/^[\w.-]+\/[\w.-]+$/.test(text)) return repository(undefined, text)
  const [, shellHost, shellPath] =
    /^(?:[\w.-]+@)?([\w.-]{2,}):([\w.-][\w./-]*)$/.exec(text) ??
    /^(?:ssh|git\+ssh|git):\/\/(?:[\w.-]+@)?([\w.-]+(?::\d+)?)\/([\w./-]+)$/i.exec(text) ??
    []
  if (shellHost !== undefined && shellPath !== undefined) return repository(shellHost.toLowerCase().replace(/:22$/, ''), shellPath)
  const web = parseHost(text)
  return web && repository(formatHost(web), web.path)
}

function repository(host: string | undefined, path: string): Repository | undefined {
  const parts = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  const odd = parts.some((part) => part === '' || part === '.' || part === '..' || !/^[\w.+-]+$/.test(part))
  if (parts.length < 2 || odd) return undefined
  return { ...(host !== undefined && { host: host.replace(/^www\./, '') }), path: parts.map((part) => part.replace(/\.git$/i, '')) }
}
