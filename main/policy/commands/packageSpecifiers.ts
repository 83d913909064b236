/** A package that a runner downloads and runs. */
export interface Package {
  readonly from: 'npm' | 'pypi' | 'image'
  readonly name: string
}

// Names with capital letters are old and rare, and another package than the same name without them.
const npmPackage = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/
const npmVersion = /^(?:[~^]?v?\d+(?:\.(?:\d+|x))*(?:-[0-9a-z.-]+)?(?:\+[0-9a-z.-]+)?|[a-z][\w-]*)$/i

/**
 * Pure: the npm package that `npx …` names: `name`, `name@version`, `name@tag` or `name@npm:other`. Undefined for folders, archives, URLs,
 * repositories, and whatever else npm could read in another way.
 */
export function npmName(text: string): Package | undefined {
  const at = text.indexOf('@', 1)
  const name = at < 0 ? text : text.slice(0, at)
  const version = at < 0 ? undefined : text.slice(at + 1)
  // `name@npm:other` runs `other`.
  if (version?.startsWith('npm:') === true && npmPackage.test(name)) return npmName(version.slice('npm:'.length))
  if (version !== undefined && !npmVersion.test(version)) return undefined
  // npm takes a name like `x.tgz` for a file, and some of its options take these words for their value.
  if (!npmPackage.test(name) || name !== name.toLowerCase() || /\.(tgz|tar|tar\.gz)$/i.test(text) || OPTION_VALUES.has(name))
    return undefined
  return { from: 'npm', name }
}

const OPTION_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined'])

/** Pure: the PyPI package that `uvx …` names, in PyPI's normalised spelling. */
export function pypiName(text: string): Package | undefined {
  if (/\.(whl|zip|egg|tar(\.\w+)?|tgz|tbz|txz|tlz|pyz?w?)$/i.test(text)) return undefined
  const name =
    /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?:\[[\w,. -]*\])?(?:@(?:latest|v?\d+(?:\.\d+)*(?:(?:a|b|rc|\.?post|\.?dev)\d+)*)|[=<>~!]=?=?[\w.!+*, <>=~-]+)?$/i.exec(
      text,
    )?.[1]
  // `uvx python` and `uvx cp312` are interpreters, and no packages.
  if (name === undefined || /^(c?python|cp|pypy|pp|graalpy|gp|pyodide)w?[\d.]*t?$/i.test(name)) return undefined
  return { from: 'pypi', name: pypiSpelling(name) }
}

/** Pure: PyPI's normalised spelling. Names with the same one are the same package. */
export function pypiSpelling(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

/** Pure: the full name of a container image as docker reads it, with its registry, without tag and digest. */
export function imageName(text: string): Package | undefined {
  const name = /^((?:[a-z0-9][\w.-]*(?::\d+)?\/)?(?:[a-z0-9._-]+\/)*[a-z0-9._-]+)(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/.exec(text)?.[1]
  // A first part with a capital letter is a registry to docker. A bare row of digits, also with `sha256:`, may be the id of an image.
  if (name === undefined || /[A-Z]/.test(name) || /^(?:[0-9a-f]+|sha\d+|blake\d+)$/.test(name)) return undefined
  return { from: 'image', name: imageSpelling(name) }
}

/**
 * Pure: the image that podman reads: only with its registry, because podman looks for other names in registries of its own settings, and takes
 * what stands before `:` without a dot for a way to get the image, as in `dir:80/x`.
 */
export function fullImageName(text: string): Package | undefined {
  return /^(?:localhost:\d+|[\w-]+\.[\w.-]+(?::\d+)?)\//.test(text) ? imageName(text) : undefined
}

const DOCKER_HUB = 'docker.io'

/** Pure: the full spelling of an image name: `mcp/fetch` is `docker.io/mcp/fetch`, and `redis` and `docker.io/redis` are `docker.io/library/redis`. */
export function imageSpelling(name: string): string {
  const lower = name.toLowerCase().replace(/^index\.docker\.io\//, `${DOCKER_HUB}/`)
  const [first = '', ...rest] = lower.split('/')
  if (rest.length === 0) return lower === '*' ? lower : `${DOCKER_HUB}/library/${lower}`
  if (first === DOCKER_HUB && rest.length === 1 && !lower.includes('*')) return `${DOCKER_HUB}/library/${rest.join('/')}`
  return /[.:*]/.test(first) || first === 'localhost' ? lower : `${DOCKER_HUB}/${lower}`
}

/**
 * Pure: other names under which the same image can be had: without the port of its registry, from Docker Hub's own addresses, and without the
 * `library` that docker leaves out.
 */
export function otherSpellings({ from, name }: Package): readonly string[] {
  if (from !== 'image') return []
  const bare = name.replace(/^([^/:]*):\d+\//, '$1/')
  const hub = imageSpelling(bare.replace(/^registry(?:-1\.docker\.io|\.hub\.docker\.com)\//, `${DOCKER_HUB}/`))
  return [bare, hub, hub.replace(/^docker\.io\/library\//, `${DOCKER_HUB}/`)]
}
