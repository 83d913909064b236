/** A package that a runner downloads and runs. */
export interface Package {
  readonly from: 'npm' | 'pypi' | 'image'
  readonly name: string
}

/** Pure: the npm package that `npx …` names; undefined for folders, archives, URLs and repositories. */
export function npmName(text: string): Package | undefined {
  const at = text.indexOf('@', 1)
  const [name, version] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  // `name@npm:other` runs `other`.
  if (version.startsWith('npm:')) return npmName(version.slice('npm:'.length))
  // `name@.` is the working folder.
  if (/^\.|[:/\\]/.test(version) || /\.(tgz|tar|tar\.gz)$/i.test(text)) return undefined
  return /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i.test(name) ? { from: 'npm', name: name.toLowerCase() } : undefined
}

/** Pure: the PyPI package that `uvx …` names, in PyPI's normalised spelling. */
export function pypiName(text: string): Package | undefined {
  if (/\.(whl|zip|egg|tar(\.\w+)?|tgz|tbz|txz|tlz|pyz?)$/i.test(text)) return undefined
  const name =
    /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?:\[[\w,. -]*\])?(?:@(?:latest|v?\d+(?:\.\d+)*(?:(?:a|b|rc|\.?post|\.?dev)\d+)*)|[=<>~!]=?=?[\w.!+*, <>=~-]+)?$/i.exec(
      text,
    )?.[1]
  return name === undefined ? undefined : { from: 'pypi', name: pypiSpelling(name) }
}

/** Pure: PyPI's normalised spelling. Names with the same one are the same package. */
export function pypiSpelling(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

/** Pure: the full name of a container image, with its registry, without tag and digest. */
export function imageName(text: string): Package | undefined {
  const name = /^((?:[\w.-]+(?::\d+)?\/)?(?:[\w.-]+\/)*[\w.-]+)(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/i.exec(text)?.[1]
  return name === undefined ? undefined : { from: 'image', name: imageSpelling(name) }
}

/** Pure: the full spelling of an image name: `mcp/fetch` is `docker.io/mcp/fetch`, and `redis` is `docker.io/library/redis`. */
export function imageSpelling(name: string): string {
  const lower = name.toLowerCase().replace(/^index\.docker\.io\//, 'docker.io/')
  const [first = '', ...rest] = lower.split('/')
  if (rest.length === 0) return lower === '*' ? lower : `docker.io/library/${lower}`
  return /[.:*]/.test(first) || first === 'localhost' ? lower : `docker.io/${lower}`
}
