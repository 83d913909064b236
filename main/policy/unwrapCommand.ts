import { affectsExecution } from '../../shared/domain/affectsExecution'
import { imageName, npmName, pypiName, type Package } from './packageSpecifiers'
import { splitShellScript } from './splitShellScript'
import { none, skipLeadingOptions, type RunnerOptions } from './skipLeadingOptions'

/** One thing that a command finally runs: a program, or the packages that a runner such as npx runs. */
export interface CommandTarget {
  readonly program: string
  readonly packages: readonly Package[]
}

/** What a command line runs, as far as it can be understood. */
export interface CommandAnalysis {
  /** Every program involved, as written: `env`, `sh`, `npx`. */
  readonly programs: readonly string[]
  /** Programs that are interpreted by name, as a shell or a runner. */
  readonly readers: readonly string[]
  readonly targets: readonly CommandTarget[]
  /** False if part of it cannot be understood: code, an unknown runner option, a package from another source. */
  readonly clear: boolean
  /** Every word that could be the name of something. */
  readonly words: readonly string[]
}

interface Draft {
  readonly programs: string[]
  readonly readers: string[]
  readonly targets: CommandTarget[]
  clear: boolean
  /** Whether it changes the folder on the way, so that relative paths cannot be resolved. */
  moved: boolean
}

type Read = (word: string, args: readonly string[], draft: Draft, depth: number) => void

const DEEPEST = 8

/** Pure: what a command line finally runs, through `env`, `sh -c` and similar. */
export function unwrapCommand(command: string, args: readonly string[], variables: readonly string[]): CommandAnalysis {
  const draft: Draft = { programs: [], readers: [], targets: [], clear: !variables.some(steersAndIsNoProxy), moved: false }
  read([command, ...args], draft, 0)
  const words = [command, ...args].flatMap((arg) => [arg, ...arg.split(/[\s;|&()<>"'`$=,{}]+/)]).filter((word) => word !== '')
  const { moved: _moved, ...understood } = draft
  return { ...understood, words: [...new Set(words)] }
}

/** Pure: a program's name without its path or extension: `npx` for `/usr/bin/npx`, `C:\\x\\NPX.CMD` and `npx-cli.js`. */
export function programName(word: string): string {
  const base = word.split(/[/\\]/).at(-1) ?? ''
  return base
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com|ps1|[cm]?js|py)$/, '')
    .replace(/-cli$/, '')
}

function read(words: readonly string[], draft: Draft, depth: number): void {
  const [word, ...args] = words
  if (word === undefined || depth > DEEPEST) {
    draft.clear = false
    return
  }
  draft.programs.push(word)
  // A program that passes on its arguments may take this for an option or a variable.
  if ((depth > 0 && /^-|=/.test(word)) || (draft.moved && isFromHere(word))) draft.clear = false
  const reader = readerOf(word)
  if (!reader) return void draft.targets.push({ program: word, packages: [] })
  draft.readers.push(word)
  reader(word, args, draft, depth + 1)
}

/** `python3.12` is treated as python; `npx2` is unknown. */
function readerOf(word: string): Read | undefined {
  const name = programName(word)
  const plain = name.replace(/[\d.]+$/, '')
  const reader = readers.get(name) ?? readers.get(plain)
  return name === plain || interpreters.has(plain) ? reader : reader && unclear
}

/** Whether a path is relative to the working folder. */
function isFromHere(path: string): boolean {
  return /[/\\]/.test(path) && !/^([/\\]|[a-z]:)/i.test(path)
}

/** Variables that change what shells and runners run, in addition to those that people are warned about everywhere. */
const STEERING =
  /^(LD_.*|PYTHON(HOME|USERBASE|EXECUTABLE|INSPECT|BREAKPOINT|WARNINGS|PYCACHEPREFIX)|NODE_(REPL_EXTERNAL_MODULE|TLS_REJECT_UNAUTHORIZED)|(UV|PIP|PIPX|BUN|YARN|PNPM|COREPACK|DENO|CONTAINER|CONTAINERS|CONTAINERD|NERDCTL|XDG|GEM|BUNDLE|pnpm_config|BASH_FUNC)_.*|DOCKER_(HOST|CONTEXT|CONFIG)|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|ZDOTDIR|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PATHEXT|COMSPEC|SYSTEMROOT|RUBYLIB|PERL5LIB|PERL5DB|PHPRC|PHP_INI_SCAN_DIR)$/i

/** A proxy can read traffic, but cannot change what comes over an encrypted connection. */
function steersAndIsNoProxy(name: string): boolean {
  return (affectsExecution(name) && !/^(https?_|all_|npm_config_(https?_)?)proxy$/i.test(name)) || STEERING.test(name)
}

const unclear: Read = (word, _args, draft) => {
  draft.clear = false
  draft.targets.push({ program: word, packages: [] })
}

/** Programs that run their remaining arguments. */
const passesOn: Read = (word, args, draft, depth) => {
  if (args[0]?.startsWith('-') !== false) return unclear(word, args, draft, depth)
  read(args, draft, depth)
}

const env: Read = (word, args, draft, depth) => {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '-S' || arg === '--split-string') return readScript([args[at + 1] ?? '', ...args.slice(at + 2)].join(' '), draft, depth)
    const joined = /^(?:-S|--split-string=)(.+)$/.exec(arg)?.[1]
    if (joined !== undefined) return readScript([joined, ...args.slice(at + 1)].join(' '), draft, depth)
    if (/^(-C|--chdir)/.test(arg)) draft.moved = true
    if (/^(-u|--unset|-C|--chdir)$/.test(arg)) at++
    else if (/^(-|-i|-0|-v|--ignore-environment|--null|--debug|--(unset|chdir)=.*)$/.test(arg)) continue
    else if (/^[^-].*=/s.test(arg)) draft.clear &&= !steersAndIsNoProxy(arg.slice(0, arg.indexOf('=')))
    else if (arg.startsWith('-')) return unclear(word, args, draft, depth)
    else return read(args.slice(at), draft, depth)
  }
  unclear(word, args, draft, depth)
}

const nice: Read = (word, args, draft, depth) => {
  const [first = '', ...rest] = args
  if (first === '-n' || first === '--adjustment') return read(rest.slice(1), draft, depth)
  if (/^(-\d+|-n-?\d+|--adjustment=.*)$/.test(first)) return read(rest, draft, depth)
  passesOn(word, args, draft, depth)
}

const timeout: Read = (word, args, draft, depth) => {
  if (args[0]?.startsWith('-') !== false) return unclear(word, args, draft, depth)
  read(args.slice(1), draft, depth)
}

const shell: Read = (word, args, draft, depth) => {
  let takesScript = false
  for (const [at, arg] of args.entries()) {
    if (!/^[-+]/.test(arg)) return takesScript ? readScript(arg, draft, depth) : runsFile(word, args.slice(at), draft, depth)
    if (!/^-([abcefhiklmnpruvx]+|-login|-norc|-noprofile|-posix)$/.test(arg)) return unclear(word, args, draft, depth)
    takesScript ||= /^-[a-z]*c/.test(arg)
  }
  unclear(word, args, draft, depth)
}

/** In cmd, `calc/x`, `calc,x` and (as one argument) `calc x` all run calc. */
const cmd: Read = (word, args, draft, depth) => {
  const at = args.findIndex((arg) => /^\/[ckr]/i.test(arg))
  const line = args.slice(at + 1)
  const words = line.length === 1 ? line.flatMap((arg) => arg.trim().split(/\s+/)) : line
  const isPlain =
    args.slice(0, Math.max(at, 0)).every((arg) => /^\/[adqsu]$/i.test(arg)) &&
    /^\/[ck]$/i.test(args[at] ?? '') &&
    /^[\w.:\\@+-]+$/.test(words[0] ?? '') &&
    !words.some((arg) => /[%^!&|<>()"\r\n]/.test(arg))
  if (!isPlain) return unclear(word, args, draft, depth)
  read(words, draft, depth)
}

/** Reads a shell's command line. Every command in it counts. */
function readScript(script: string, draft: Draft, depth: number): void {
  const commands = splitShellScript(script)
  if (!commands) {
    draft.clear = false
    return
  }
  for (const words of commands) {
    const from = words.findIndex((word) => !/^\w+\+?=/.test(word))
    const assigned = from < 0 ? words : words.slice(0, from)
    if (assigned.some((word) => steersAndIsNoProxy(word.slice(0, word.search(/\+?=/))))) draft.clear = false
    const first = words[from]
    if (first === 'cd') draft.moved = true
    if (first === undefined || first === 'cd') continue
    if (!/^[\w./@+:-]+$/.test(first) || SHELL_WORDS.has(first)) draft.clear = false
    read(words.slice(from), draft, depth)
  }
}

/** Shell builtins and keywords, which may run other words of the line. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  (
    'if then else elif fi while until do done for case esac in select function coproc repeat noglob nocorrect and or not begin end ' +
    'eval source . - trap alias builtin export declare typeset readonly local set unset shopt hash enable pushd popd read printf'
  ).split(' '),
)

/** A program that runs a file: `sh start.sh`, `node server.js`. The file may itself be a runner: `node …/npx-cli.js`. */
function runsFile(word: string, [file = '', ...args]: readonly string[], draft: Draft, depth: number): void {
  // `deno run npm:…` downloads what it runs.
  if (/^-|^[a-z]{2,}:/i.test(file)) return unclear(word, args, draft, depth)
  // The file is not searched for on the PATH.
  const path = /[/\\]/.test(file) ? file : `./${file}`
  draft.programs.push(path)
  const reader = readers.get(programName(file))
  if (!reader) return void draft.targets.push({ program: word, packages: [] })
  draft.readers.push(path)
  if (draft.moved && isFromHere(path)) draft.clear = false
  reader(path, args, draft, depth)
}

/** Options that take no following word and run nothing. */
const PLAIN_FLAGS =
  /^(-[Aqw]|--(no-[\w-]+|allow-[\w-]+(=.*)?|unstable[\w-]*|experimental-(vm-modules|strip-types|transform-types|wasm-modules|json-modules|require-module|sqlite|permission)|trace-(warnings|deprecation|uncaught|exit)|enable-source-maps|expose-gc|preserve-symlinks(-main)?|use-(system|bundled|openssl)-ca|inspect(-brk)?(=.*)?|(max-[\w-]+|stack-size)=\d+|quiet|cached-only))$/

function interpreterWith(flags: RegExp, takesModule: boolean): Read {
  return (word, args, draft, depth) => {
    for (const [at, arg] of args.entries()) {
      if ((takesModule && arg === '-m') || !arg.startsWith('-')) {
        return runsFile(word, args.slice(arg === '-m' ? at + 1 : at), draft, depth)
      }
      if (!flags.test(arg)) return unclear(word, args, draft, depth)
    }
    draft.targets.push({ program: word, packages: [] })
  }
}

const interpreter = interpreterWith(PLAIN_FLAGS, false)
const python = interpreterWith(/^-[uBIEsSOqbPd]+$/, true)
/** Without an option, a word that does not look like a file is one of the program's own subcommands. */
const fileOrVerb: Read = (word, args, draft, depth) =>
  (/^[^-].*[./\\]/.test(args[0] ?? '') ? interpreter : unclear)(word, args, draft, depth)

function runner(options: RunnerOptions, packageOf: (text: string) => Package | undefined): Read {
  return (word, args, draft, depth) => {
    const taken = skipLeadingOptions(args, options)
    const [first] = taken?.words ?? []
    const named = taken && (taken.named.length > 0 ? taken.named : first === undefined ? [] : [first])
    const packages = (named ?? []).map(packageOf)
    const known = packages.filter((found) => found !== undefined)
    if (known.length === 0 || known.length < packages.length) return unclear(word, args, draft, depth)
    // With named packages, the next word can be any program: `npx -p PACKAGE sh`.
    const isOfOne = first === undefined || known.some(({ name }) => name === first || name.split('/').at(-1) === first)
    if (taken !== undefined && taken.named.length > 0 && !isOfOne) return unclear(word, args, draft, depth)
    draft.targets.push({ program: word, packages: known })
  }
}

const npxOptions: RunnerOptions = {
  flags: /^(-y|--yes|-q|--quiet|--silent|--no-install|--prefer-o(n|ff)line|--offline|--bun)$/,
  values: none,
  packages: /^(-p|--package)$/,
}
const npx = runner(npxOptions, npmName)
/** npm also reads options after the package, up to `--`. */
const npmExec: Read = (word, args, draft, depth) => {
  const words = skipLeadingOptions(args, npxOptions)?.words ?? []
  const isCut = args.at(-words.length - 1) === '--'
  const own = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined)
  if (!isCut && own.some((arg) => arg.startsWith('-'))) return unclear(word, args, draft, depth)
  npx(word, args, draft, depth)
}
const uvx = runner(
  {
    flags: /^(-q|--quiet|--isolated|--offline|-n|--no-cache|--refresh|-U|--upgrade)$/,
    values: none,
    pythons: /^(-p|--python)$/,
    packages: /^(--from|--with|--spec)$/,
  },
  pypiName,
)
const runImage = runner(
  {
    flags: /^(-[idtP]+|--interactive|--tty|--rm|--init|--detach|--privileged|--read-only|--publish-all|--no-healthcheck|-q|--quiet)$/,
    values:
      /^(-[evwpumlha]|--(env|volume|workdir|publish|user|memory|label|hostname|attach|name|network|net|mount|env-file|entrypoint|platform|pull|cpus|add-host|dns|security-opt|cap-add|cap-drop|device|tmpfs|ulimit|gpus|log-driver|restart|shm-size|ipc|pid|userns|stop-timeout))$/,
    packages: none,
  },
  imageName,
)

/** A program with subcommands, some of which run a package. */
function withVerbs(named: Readonly<Record<string, Read>>, others: Read): Read {
  const verbs = new Map(Object.entries(named))
  return (word, args, draft, depth) => {
    const [first = '', second = '', ...rest] = args
    const two = verbs.get(`${first} ${second}`)
    if (two) return two(word, rest, draft, depth)
    return (verbs.get(first) ?? others)(word, args.slice(verbs.has(first) ? 1 : 0), draft, depth)
  }
}

const containers = withVerbs({ run: runImage, 'container run': runImage }, unclear)
const busybox: Read = (_word, args, draft, depth) => read(args, draft, depth)

/** Programs that run other programs in ways that are not analysed here. */
const runsOthers: readonly string[] = (
  'powershell pwsh wsl xargs find parallel ssh su script watch chroot unshare bwrap firejail strace ltrace stdbuf ionice chrt taskset ' +
  'setarch linux32 linux64 gdb valgrind rlwrap unbuffer expect tmux screen systemd-run runuser dbus-run-session start flatpak snap nix ' +
  'nix-shell direnv mise asdf volta fnm corepack poetry hatch pdm rye conda mamba micromamba op doppler infisical dotenv dotenvx nodemon ' +
  'concurrently make awk gawk mawk fish csh tcsh nu elvish xonsh osascript tclsh lua cscript wscript mshta rundll32 forfiles conhost'
).split(' ')

const interpreters: ReadonlyMap<string, Read> = new Map<string, Read>([
  ...['node', 'tsx', 'ruby', 'perl', 'php'].map((name) => [name, interpreter] as const),
  ...['python', 'pythonw'].map((name) => [name, python] as const),
])

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['env', env],
  ['nice', nice],
  ['timeout', timeout],
  ['cmd', cmd],
  ['npx', npx],
  ['pnpx', npx],
  ['bunx', npx],
  ['npm', withVerbs({ exec: npmExec, x: npmExec }, unclear)],
  ['pnpm', withVerbs({ dlx: npx }, unclear)],
  ['yarn', withVerbs({ dlx: npx }, unclear)],
  ['bun', withVerbs({ x: npx, run: interpreter }, fileOrVerb)],
  ['uvx', uvx],
  ['uv', withVerbs({ 'tool run': uvx }, unclear)],
  ['pipx', withVerbs({ run: uvx }, unclear)],
  ['docker', containers],
  ['podman', containers],
  ['nerdctl', containers],
  ['busybox', busybox],
  ['toybox', busybox],
  ...['nohup', 'exec', 'command', 'setsid', 'time', 'sudo', 'doas', 'caffeinate'].map((name) => [name, passesOn] as const),
  ...['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh'].map((name) => [name, shell] as const),
  ['deno', withVerbs({ run: interpreter }, fileOrVerb)],
  ...interpreters,
  ...runsOthers.map((name) => [name, unclear] as const),
])
