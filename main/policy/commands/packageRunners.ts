import { unclear, type CommandTarget, type ReadCommand } from './commandAnalysis'
import { fullImageName, imageName, npmName, pypiName, type Package } from './packageSpecifiers'
import { readCommandOptions, type OptionGrammar } from './readCommandOptions'

// Each grammar holds only what was tried with the real program (packageRunners.test.ts, containerClients.test.ts), or, for uv, pipx and nerdctl,
// what their documentation says. npm, pnpm and yarn take `--yes=evil` for an option and then run `evil`, so no flag may carry a value.

interface Runner {
  readonly grammar: OptionGrammar
  readonly packageOf: (text: string) => Package | undefined
  /**
   * Whether it looks for a program of the package's name on this computer before it downloads anything: by the whole name, or by what follows
   * the scope.
   */
  readonly looksHere?: 'name' | 'lastPart'
}

/** A program that runs the package that its first word names, or that its options name. */
function runner({ grammar, packageOf, looksHere }: Runner): ReadCommand {
  return (word, args, draft, depth) => {
    const taken = readCommandOptions(args, grammar)
    const [first] = taken?.words ?? []
    const packages = taken?.named.map(packageOf) ?? []
    // Without a word to run, npx opens a shell.
    if (!taken || first === undefined) return unclear(word, args, draft, depth)
    const target = taken.named.length === 0 ? packageTarget(first, packageOf, looksHere) : commandTarget(first, packages)
    // The folder decides which package of that name this is.
    if (!target || (draft.moved && packageOf !== imageName && packageOf !== fullImageName)) return unclear(word, args, draft, depth)
    const { localName } = target
    if (localName !== undefined) draft.programs.push(localName)
    draft.targets.push({ program: word, ...target })
  }
}

type Target = Omit<CommandTarget, 'program'>

function packageTarget(first: string, packageOf: Runner['packageOf'], looksHere: Runner['looksHere']): Target | undefined {
  const found = packageOf(first)
  const local = found && localNameOf(found, first, looksHere)
  return found && { packages: [found], ...(local !== undefined && { localName: local }) }
}

/**
 * npx looks here only for a word without a version. So did each bunx that was tried; before bun 1.4 by the last part of a name with a scope. That name
 * counts with a version too, for those that were not tried.
 */
function localNameOf({ name }: Package, first: string, looksHere: Runner['looksHere']): string | undefined {
  if (looksHere === 'lastPart') return name.split('/').at(-1)
  return looksHere === 'name' && name === first ? name : undefined
}

/** With named packages, the next word can be any program: `npx -p PACKAGE sh`. It has to have the name of one of them. */
function commandTarget(first: string, packages: readonly (Package | undefined)[]): Target | undefined {
  const known = packages.filter((found) => found !== undefined)
  const isOfOne = known.some(({ name }) => name === first || name.split('/').at(-1) === first)
  return isOfOne && known.length === packages.length ? { packages: known } : undefined
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const npmFlags = '-y --yes -q --quiet --silent --prefer-online --prefer-offline --offline'
const npxGrammar: OptionGrammar = { flags: setOf(`${npmFlags} --no-install`), packages: setOf('-p --package'), dashes: true }

/** `npx`. */
export const npx = runner({ grammar: npxGrammar, packageOf: npmName, looksHere: 'name' })

const npmExecGrammar: OptionGrammar = { ...npxGrammar, flags: setOf(npmFlags) }
const npmExecPackage = runner({ grammar: npmExecGrammar, packageOf: npmName, looksHere: 'name' })

/** `npm exec`, which also reads options after the package, up to `--`. */
export const npmExec: ReadCommand = (word, args, draft, depth) => {
  const taken = readCommandOptions(args, npmExecGrammar)
  const words = taken?.words ?? []
  const end = words.findIndex((arg) => arg === '--')
  const own = end < 0 ? words : words.slice(0, end)
  if (taken?.cut !== true && own.some((arg) => arg.startsWith('-'))) return unclear(word, args, draft, depth)
  npmExecPackage(word, args, draft, depth)
}

/** `pnpm dlx`. */
export const pnpmDlx = runner({ grammar: { flags: new Set(), packages: setOf('--package'), dashes: false }, packageOf: npmName })

/** `yarn dlx`. */
export const yarnDlx = runner({
  grammar: { flags: setOf('-q --quiet'), packages: setOf('-p --package'), dashes: false },
  packageOf: npmName,
})

/** `bunx` and `bun x`. */
export const bunx = runner({ grammar: { flags: setOf('-y --bun'), dashes: false }, packageOf: npmName, looksHere: 'lastPart' })

const pythonVersion = /^(?:(?:c?python|pypy)@?)?\d[\d.]*t?$/

/** `uvx` and `uv tool run`. From its documentation; not tried. */
export const uvx = runner({
  grammar: {
    flags: setOf('-q --quiet --isolated --offline -n --no-cache --refresh'),
    values: new Map([
      ['-p', pythonVersion],
      ['--python', pythonVersion],
    ]),
    packages: setOf('--from --with'),
    dashes: false,
  },
  packageOf: pypiName,
})

/** `pipx run`. From its documentation; not tried. */
export const pipxRun = runner({
  grammar: { flags: setOf('-q --quiet --no-cache'), packages: setOf('--spec'), dashes: false },
  packageOf: pypiName,
})

const anyValue = /^/s
/** docker and podman also mount an image (`type=image`), so that a second one would lie in the container. */
const knownMount =
  /^type=(?:bind|volume|tmpfs)(?:,(?:source|src|target|destination|dst|readonly|ro|rw|consistency|relabel|(?:bind|volume|tmpfs)-[a-z-]+)(?:=[^",\r\n]*)?)*$/
/** docker 20.10 takes any other word for `never`. */
const pullPolicy = /^(?:always|missing|never)$/
const podmanPullPolicy = /^(?:always|missing|never|newer)$/
const containerValues = (
  '-e -v -w -p -u -m -l -h -a --env --volume --workdir --publish --user --memory --label --hostname --attach --name --network --net ' +
  '--env-file --entrypoint --platform --cpus --add-host --dns --security-opt --cap-add --cap-drop --device --tmpfs --ulimit --gpus ' +
  '--log-driver --restart --shm-size --ipc --pid --userns --stop-timeout'
).split(' ')
/** Options of `docker run` and `podman run` that are understood. */
export const runGrammar: OptionGrammar = {
  flags: setOf(
    '-i -t -it -ti -d -P -q --interactive --tty --rm --init --detach --privileged --read-only --publish-all --no-healthcheck --quiet',
  ),
  values: new Map([...containerValues.map((name) => [name, anyValue] as const), ['--mount', knownMount], ['--pull', pullPolicy]]),
  dashes: false,
}

/** `docker run`, and `nerdctl run` from its documentation; not tried. */
export const runImage = runner({ grammar: runGrammar, packageOf: imageName })
/** `podman run`. */
export const podmanRun = runner({
  grammar: { ...runGrammar, values: new Map([...(runGrammar.values ?? []), ['--pull', podmanPullPolicy]]) },
  packageOf: fullImageName,
})
