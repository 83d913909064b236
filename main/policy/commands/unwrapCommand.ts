import { unclear, type CommandAnalysis, type CommandDraft, type ReadCommand } from './commandAnalysis'
import { bunx, npmExec, npx, pipxRun, pnpmDlx, podmanRun, runImage, uvx, yarnDlx } from './packageRunners'
import { readCommandOptions, type OptionGrammar } from './readCommandOptions'
import { trimEndOf } from '../../../shared/lib/trimEndOf'
import { splitShellScript } from './splitShellScript'

const DEEPEST = 8
/** The most programs that are looked up. A line with more is unclear. */
export const MOST_PROGRAMS = 100

/** Pure: what a command line finally runs, through `env`, `sh -c` and similar. `variables` are the names of those that it starts with. */
export function unwrapCommand(command: string, args: readonly string[], variables: readonly string[]): CommandAnalysis {
  const draft: CommandDraft = { programs: [], readers: [], targets: [], variables: [...variables], clear: true, moved: false }
  read([command, ...args], draft, 0)
  const words = [command, ...args].flatMap((arg) => [arg, ...arg.split(/[\s;|&()<>"'`$=,{}]+/)]).filter((word) => word !== '')
  const { moved: _moved, ...understood } = draft
  const clear = draft.clear && draft.programs.length <= MOST_PROGRAMS
  return { ...understood, clear, words: [...new Set(words)] }
}

/** Pure: a program's name without its path or extension: `npx` for `/usr/bin/npx`, `C:\\x\\NPX.CMD` and `npx-cli.js`. */
export function programName(word: string): string {
  const base = word.split(/[/\\]/).at(-1) ?? ''
  // Windows drops dots and spaces at the end.
  return trimEndOf(base.toLowerCase(), '. ')
    .replace(/\.(exe|cmd|bat|com|ps1|[cm]?js|py)$/, '')
    .replace(/-cli$/, '')
}

function read(words: readonly string[], draft: CommandDraft, depth: number): void {
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
function readerOf(word: string): ReadCommand | undefined {
  const name = programName(word)
  const plain = trimEndOf(name, '0123456789.')
  const reader = readers.get(name) ?? readers.get(plain)
  return name === plain || interpreters.has(plain) ? reader : reader && unclear
}

/** Whether a path is relative to the working folder. */
function isFromHere(path: string): boolean {
  return /[/\\]/.test(path) && !/^([/\\]|[a-z]:)/i.test(path)
}

/** Programs that run their remaining arguments. */
const passesOn: ReadCommand = (word, args, draft, depth) => {
  if (args[0]?.startsWith('-') !== false) return unclear(word, args, draft, depth)
  read(args, draft, depth)
}

const env: ReadCommand = (word, args, draft, depth) => {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '-S' || arg === '--split-string') return readScript([args[at + 1] ?? '', ...args.slice(at + 2)].join(' '), draft, depth)
    const joined = /^(?:-S|--split-string=)(.+)$/.exec(arg)?.[1]
    if (joined !== undefined) return readScript([joined, ...args.slice(at + 1)].join(' '), draft, depth)
    if (/^(-C|--chdir)/.test(arg)) draft.moved = true
    if (/^(-u|--unset|-C|--chdir)$/.test(arg)) at++
    else if (/^(-|-i|-0|-v|--ignore-environment|--null|--debug|--(unset|chdir)=.*)$/.test(arg)) continue
    else if (/^[^-].*=/s.test(arg)) draft.variables.push(arg.slice(0, arg.indexOf('=')))
    else if (arg.startsWith('-')) return unclear(word, args, draft, depth)
    else return read(args.slice(at), draft, depth)
  }
  unclear(word, args, draft, depth)
}

const nice: ReadCommand = (word, args, draft, depth) => {
  const [first = '', ...rest] = args
  if (first === '-n' || first === '--adjustment') return read(rest.slice(1), draft, depth)
  if (/^(-\d+|-n-?\d+|--adjustment=.*)$/.test(first)) return read(rest, draft, depth)
  passesOn(word, args, draft, depth)
}

const timeout: ReadCommand = (word, args, draft, depth) => {
  if (args[0]?.startsWith('-') !== false) return unclear(word, args, draft, depth)
  read(args.slice(1), draft, depth)
}

const shell: ReadCommand = (word, args, draft, depth) => {
  let takesScript = false
  for (const [at, arg] of args.entries()) {
    if (!/^[-+]/.test(arg)) return takesScript ? readScript(arg, draft, depth) : runsFile(word, args.slice(at), draft, depth)
    // Other letters mean different things to different shells: `-b` ends the options of zsh.
    if (!/^-([ceilux]+|-login|-norc|-noprofile|-posix)$/.test(arg)) return unclear(word, args, draft, depth)
    takesScript ||= /^-[a-z]*c/.test(arg)
  }
  unclear(word, args, draft, depth)
}

/** Commands of cmd itself, which may run other words of the line. */
const CMD_WORDS: ReadonlySet<string> = new Set(
  'assoc break call cd chdir color copy date del dir echo endlocal erase exit for ftype goto if md mkdir mklink move path pause popd prompt pushd rd rem ren rename rmdir set setlocal shift start time title type ver verify vol'.split(
    ' ',
  ),
)

/** In cmd, `calc/x`, `calc,x` and (as one argument) `calc x` all run calc. */
const cmd: ReadCommand = (word, args, draft, depth) => {
  const at = args.findIndex((arg) => /^\/[ckr]/i.test(arg))
  const line = args.slice(at + 1)
  const words = line.length === 1 ? line.flatMap((arg) => arg.trim().split(/\s+/)) : line
  const isPlain =
    args.slice(0, Math.max(at, 0)).every((arg) => /^\/[adqsu]$/i.test(arg)) &&
    /^\/[ck]$/i.test(args[at] ?? '') &&
    /^([a-z]:)?[\w.\\+-]*[\w+-]$/i.test(words[0] ?? '') &&
    !CMD_WORDS.has((words[0] ?? '').toLowerCase()) &&
    !words.some((arg) => /[%^!&|<>()"\r\n]/.test(arg))
  if (!isPlain) return unclear(word, args, draft, depth)
  read(words, draft, depth)
}

/** Reads a shell's command line. Every command in it counts. */
function readScript(script: string, draft: CommandDraft, depth: number): void {
  const commands = splitShellScript(script)
  if (!commands) {
    draft.clear = false
    return
  }
  for (const words of commands) {
    const from = words.findIndex((word) => !/^\w+\+?=/.test(word))
    const assigned = from < 0 ? words : words.slice(0, from)
    draft.variables.push(...assigned.map((word) => word.slice(0, word.search(/\+?=/))))
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
    'eval source . - trap alias builtin export declare typeset readonly local set unset shopt hash enable pushd popd read printf ' +
    'bind complete compgen mapfile readarray fc wait kill test'
  ).split(' '),
)

/** A program that runs a file: `sh start.sh`, `node server.js`. The file may itself be a runner: `node …/npx-cli.js`. */
function runsFile(word: string, [file = '', ...args]: readonly string[], draft: CommandDraft, depth: number): void {
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

/** Options that take no following word and run nothing, by interpreter. */
const nodeFlags =
  /^--(no-(warnings|deprecation)|trace-(warnings|deprecation|uncaught|exit)|enable-source-maps|expose-gc|preserve-symlinks(-main)?|use-(system|bundled|openssl)-ca|(no-)?experimental-(vm-modules|strip-types|transform-types|wasm-modules|json-modules|require-module|sqlite|permission)|(max-(old-space-size|semi-space-size|http-header-size)|stack-size)=\d+)$/
const denoFlags =
  /^(-[Aq]|--(quiet|cached-only|no-(prompt|check|lock|remote|npm)|allow-(all|(read|write|net|env|sys|run|ffi)(=.*)?)|unstable(-[a-z-]+)?))$/s
const pythonFlags = /^-[uBIEsSOqbPd]+$/

function interpreterWith(flags: RegExp, takesModule = false): ReadCommand {
  return (word, args, draft, depth) => {
    for (const [at, arg] of args.entries()) {
      if ((takesModule && arg === '-m') || !arg.startsWith('-')) {
        return runsFile(word, args.slice(arg === '-m' ? at + 1 : at), draft, depth)
      }
      if (!flags.test(arg)) return unclear(word, args, draft, depth)
    }
    // Without a file it runs what it is sent.
    unclear(word, args, draft, depth)
  }
}

const bun = interpreterWith(/^--silent$/)
const script = interpreterWith(/^-w$/)
const node = interpreterWith(nodeFlags)
const deno = interpreterWith(denoFlags)
const python = interpreterWith(pythonFlags, true)
/** Without an option, a word that does not look like a file is one of the program's own subcommands. */
const fileOrVerb =
  (interpreter: ReadCommand): ReadCommand =>
  (word, args, draft, depth) =>
    (/^[^-].*[./\\]/.test(args[0] ?? '') ? interpreter : unclear)(word, args, draft, depth)

const uvGrammar: OptionGrammar = {
  flags: new Set(['-q', '--quiet', '--offline', '--frozen', '--locked', '--no-sync', '--no-project', '--isolated']),
  values: new Map(['--directory', '--project'].map((name) => [name, /^[^-]/])),
  dashes: false,
}

/** `uv run`, in the environment of a project: a file of Python, or a program. */
const uvRun: ReadCommand = (word, args, draft, depth) => {
  const taken = readCommandOptions(args, uvGrammar)
  const [first] = taken?.words ?? []
  // It downloads what an address names.
  if (!taken || first === undefined || /^[a-z]{2,}:/i.test(first)) return unclear(word, args, draft, depth)
  if (taken.words.length < args.length) draft.moved = true
  draft.targets.push({ program: word, packages: [] })
  if (readers.has(programName(first)) && !first.endsWith('.py')) read(taken.words, draft, depth)
  else draft.programs.push(first)
}

const uv: ReadCommand = (word, args, draft, depth) => {
  const taken = readCommandOptions(args, uvGrammar)
  if (!taken) return unclear(word, args, draft, depth)
  if (taken.words.length < args.length) draft.moved = true
  uvVerbs(word, taken.words, draft, depth)
}

/** A program with subcommands, some of which run a package. */
function withVerbs(named: Readonly<Record<string, ReadCommand>>, others: ReadCommand): ReadCommand {
  const verbs = new Map(Object.entries(named))
  return (word, args, draft, depth) => {
    const [first = '', second = '', ...rest] = args
    const two = verbs.get(`${first} ${second}`)
    if (two) return two(word, rest, draft, depth)
    return (verbs.get(first) ?? others)(word, args.slice(verbs.has(first) ? 1 : 0), draft, depth)
  }
}

const containers = withVerbs({ run: runImage, 'container run': runImage }, unclear)
const uvVerbs = withVerbs({ 'tool run': uvx, run: uvRun }, unclear)
const busybox: ReadCommand = (_word, args, draft, depth) => read(args, draft, depth)

/** Programs that run other programs in ways that are not analysed here. */
const runsOthers: readonly string[] = (
  'powershell pwsh wsl xargs find parallel ssh su script watch chroot unshare bwrap firejail strace ltrace stdbuf ionice chrt taskset ' +
  'setarch linux32 linux64 gdb valgrind rlwrap unbuffer expect tmux screen systemd-run runuser dbus-run-session start flatpak snap nix ' +
  'nix-shell direnv mise asdf volta fnm corepack poetry hatch pdm rye conda mamba micromamba op doppler infisical dotenv dotenvx nodemon ' +
  'concurrently make awk gawk mawk fish csh tcsh nu elvish xonsh osascript tclsh lua cscript wscript mshta rundll32 forfiles conhost'
).split(' ')

const interpreters: ReadonlyMap<string, ReadCommand> = new Map<string, ReadCommand>([
  ...['node', 'tsx'].map((name) => [name, node] as const),
  ...['ruby', 'perl', 'php'].map((name) => [name, script] as const),
  ...['python', 'pythonw'].map((name) => [name, python] as const),
])

const readers: ReadonlyMap<string, ReadCommand> = new Map<string, ReadCommand>([
  ['env', env],
  ['nice', nice],
  ['timeout', timeout],
  ['cmd', cmd],
  ['npx', npx],
  ['pnpx', pnpmDlx],
  ['bunx', bunx],
  ['npm', withVerbs({ exec: npmExec, x: npmExec }, unclear)],
  ['pnpm', withVerbs({ dlx: pnpmDlx }, unclear)],
  ['yarn', withVerbs({ dlx: yarnDlx }, unclear)],
  ['bun', withVerbs({ x: bunx, run: bun }, fileOrVerb(bun))],
  ['uvx', uvx],
  ['uv', uv],
  ['pipx', withVerbs({ run: pipxRun }, unclear)],
  ['docker', containers],
  ['podman', withVerbs({ run: podmanRun, 'container run': podmanRun }, unclear)],
  ['nerdctl', containers],
  ['busybox', busybox],
  ['toybox', busybox],
  ...['nohup', 'exec', 'command', 'setsid', 'time', 'sudo', 'doas', 'caffeinate'].map((name) => [name, passesOn] as const),
  ...['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh'].map((name) => [name, shell] as const),
  ['deno', withVerbs({ run: deno }, fileOrVerb(deno))],
  ...interpreters,
  ...runsOthers.map((name) => [name, unclear] as const),
])
