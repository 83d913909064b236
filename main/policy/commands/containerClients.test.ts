import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runGrammar } from './packageRunners'
import { startContainerDaemon, type ContainerDaemon } from './testing/containerDaemon'
import { findProgram } from './testing/findProgram'
import { unwrapCommand } from './unwrapCommand'

// The real clients of docker and podman talk to a daemon of this test, which writes down the images that they ask for and runs nothing.
// `npm run fuzz:commands` tries more lines.
const LINES = Number(process.env['PARLEY_FUZZ_LINES'] ?? '25')
const SEED = Number(process.env['PARLEY_FUZZ_SEED'] ?? '7')

/** Images as they are written, and what docker downloads for them. The test of names shows that it does. */
const IMAGES: Readonly<Record<string, string>> = {
  'ghcr.io/atlas/x': 'ghcr.io/atlas/x',
  'ghcr.io/atlas/x:1': 'ghcr.io/atlas/x',
  [`ghcr.io/atlas/x:1@sha256:${'ab'.repeat(32)}`]: 'ghcr.io/atlas/x',
  'docker.io/mcp/fetch': 'docker.io/mcp/fetch',
  'docker.io/redis:7': 'docker.io/library/redis',
  'index.docker.io/redis': 'docker.io/library/redis',
  'index.docker.io/mcp/fetch:latest': 'docker.io/mcp/fetch',
  'docker.io:443/redis': 'docker.io:443/redis',
  'localhost:5000/a/b/c:1': 'localhost:5000/a/b/c',
  'evil.test/x': 'evil.test/x',
}
/** Names that podman looks for in registries of its own settings. */
const SHORT_IMAGES: Readonly<Record<string, string>> = {
  redis: 'docker.io/library/redis',
  'redis:7': 'docker.io/library/redis',
  'mcp/fetch': 'docker.io/mcp/fetch',
  'localhost/x': 'localhost/x',
  'evil/x': 'docker.io/evil/x',
}
const ALL_IMAGES = new Map(Object.entries({ ...IMAGES, ...SHORT_IMAGES }))
/** What clients take for something else than the image of a registry. */
const NO_IMAGES = [`sha256:${'ab'.repeat(32)}`, 'sha256:abcd', 'deadbeef', './x', 'Evil/x', 'run', 'always', 'dir:80/x']
/** They begin like a registry with a port. */
const FILES_TO_PODMAN = ['dir:80/x', 'oci:80/x', 'oci-archive:80/x', 'docker-archive:80/x', 'containers-storage:80/x']

let home = ''
let daemons: readonly ContainerDaemon[] = []
beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-containers-')))
  writeFileSync(join(home, 'variables'), 'A=1\n')
  mkdirSync(join(home, 'docker'))
  writeFileSync(join(home, 'docker', 'config.json'), '{}')
  daemons = await Promise.all([startContainerDaemon(), startContainerDaemon(), startContainerDaemon()])
})
afterAll(async () => {
  await Promise.all(daemons.map((daemon) => daemon[Symbol.asyncDispose]()))
  rmSync(home, { recursive: true, force: true })
})

interface Line {
  readonly program: string
  readonly args: readonly string[]
}

const text = ({ program, args }: Line): string => [program, ...args].join(' ')
const understand = ({ program, args }: Line) => unwrapCommand(program, args, [])

/** Runs a client to its end. Nothing of this computer's settings counts. */
function run({ program, args }: Line, env: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve) => {
    const all = { PATH: '/usr/bin:/bin', HOME: home, XDG_RUNTIME_DIR: home, ...env }
    const child = execFile(findProgram(program) ?? '', [...args], { cwd: home, env: all, timeout: 30_000 }, () => resolve())
    child.stdin?.end()
  })
}

/** The images that a client asks its daemon for, by their full names. */
async function imagesOf(line: Line, daemon: ContainerDaemon): Promise<readonly string[]> {
  const url = `tcp://${daemon.address}`
  daemon.takeImages()
  await run(line, { DOCKER_HOST: url, DOCKER_CONFIG: join(home, 'docker'), CONTAINER_HOST: url })
  const asked = daemon.takeImages()
  const pulled = asked.filter(({ how }) => how === 'pulled').map(({ name }) => fullName(name))
  // Without a download the daemon is given the word itself: a name, or anything else that an image here is known by.
  const created = asked.filter(({ how }) => how === 'created').map(({ name }) => ALL_IMAGES.get(name) ?? `what is here as ${name}`)
  const mounted = asked.filter(({ how }) => how === 'mounted').map(({ name }) => `${name} inside`)
  return [...(pulled.length > 0 ? pulled : created), ...mounted]
}

/** Older clients of docker leave out `docker.io/library`. */
function fullName(name: string): string {
  const known = ALL_IMAGES.get(name)
  if (known !== undefined || /^[^/]*[.:][^/]*\//.test(name)) return known ?? name
  return name.includes('/') ? `docker.io/${name}` : `docker.io/library/${name}`
}

/** Runs lines a few at once, and returns them in their order. */
async function runAll(all: readonly Line[]): Promise<readonly (readonly [Line, readonly string[]])[]> {
  const found = new Map<Line, readonly string[]>()
  const rest = [...all]
  const worker = async (daemon: ContainerDaemon): Promise<void> => {
    for (let line = rest.shift(); line; line = rest.shift()) found.set(line, await imagesOf(line, daemon))
  }
  await Promise.all(daemons.map(worker))
  return all.map((line) => [line, found.get(line) ?? []])
}

/** What a client asked for although the understanding of the line does not name it. */
function notNamed(line: Line, images: readonly string[]): readonly string[] {
  const { clear, targets } = understand(line)
  if (!clear) return []
  const packages = targets.flatMap((target) => target.packages.map(({ name }) => name))
  return images.filter((name) => !packages.includes(name)).map((name) => `${text(line)} asked for ${name}`)
}

/** A value for each option that takes one, with which a client goes on. */
const VALUES: Readonly<Record<string, string>> = {
  '-e': 'A=1',
  '-v': '/srv:/data:ro',
  '-w': '/data',
  '-p': '127.0.0.1:8080:80',
  '-u': '1000:1000',
  '-m': '64m',
  '-l': 'a=b',
  '-h': 'box',
  '-a': 'stdout',
  '--env': 'TOKEN',
  '--volume': 'data:/data',
  '--workdir': '/data',
  '--publish': '80',
  '--user': 'nobody',
  '--memory': '64m',
  '--label': 'a',
  '--hostname': 'box',
  '--attach': 'stderr',
  '--name': 'box',
  '--network': 'none',
  '--net': 'host',
  '--mount': 'type=bind,src=/srv,dst=/data,readonly',
  '--env-file': 'variables',
  '--entrypoint': 'sh',
  '--platform': 'linux/amd64',
  '--pull': 'always',
  '--cpus': '1.5',
  '--add-host': 'a.test:127.0.0.1',
  '--dns': '127.0.0.1',
  '--security-opt': 'no-new-privileges',
  '--cap-add': 'SYS_ADMIN',
  '--cap-drop': 'ALL',
  '--device': '/dev/null',
  '--tmpfs': '/tmp',
  '--ulimit': 'nofile=64:64',
  '--gpus': 'all',
  '--log-driver': 'none',
  '--restart': 'no',
  '--shm-size': '1m',
  '--ipc': 'private',
  '--pid': 'host',
  '--userns': 'host',
  '--stop-timeout': '1',
}
const FLAGS = [...runGrammar.flags]
const optionLines = Object.entries(VALUES).flatMap(([name, value]) => [
  [name, value],
  [name, 'evil/x'],
  ...(name.startsWith('--') ? [[`${name}=${value}`], [`${name}=evil/x`]] : []),
])
const mounts = [
  'type=volume,source=data,target=/data',
  'type=tmpfs,target=/tmp,tmpfs-size=1m',
  'type=image,source=evil/x,target=/evil',
  'type=bind,type=image,source=evil/x,target=/evil',
  'type=bind,Type=IMAGE,source=evil/x,target=/evil',
  'type=bind,"type=image",source=evil/x,target=/evil',
  'TYPE=image,source=evil/x,target=/evil',
  'source=evil/x,type=image,target=/evil',
  'type=glob,src=/srv/*,dst=/data',
  'target=/data',
].flatMap((value) => [['--mount', value], [`--mount=${value}`]])
/** What is almost an option, and what is one of another place or version. */
const odd = (
  '--|-|---|--rm=evil/x|--rm=true|--rm=false|--rm|evil/x|--tty=evil/x|-i=true|-t=false|-itd|-dit|-di|-eA=1|-e=A=1|-v/srv:/data|-ite|-iv|-w/|' +
  '-P=evil/x|--env|-e|--name|--name=|-name|--entrypoint=|--pull|--help|--no-rm|--volumes-from|--volumes-from=box|--rootfs|--rootfs=true|' +
  '--use-api-socket|--link|--runtime=runc|--log-level|--debug|-D|-H|-l|-c|--context|--context=x|--config|--remote|--url|--connection|--root|' +
  '--init-path|--pod|--env-host|--sig-proxy|--sig-proxy=false|--read-only-tmpfs|--tls-verify|--Rm|--RM|-I|--network-alias|x|=|--=|-e='
)
  .split('|')
  .map((word) => [word])
const otherVerbs = [
  'exec',
  'create',
  'start',
  'compose run',
  'compose -f x run',
  'container exec',
  'container create',
  'image run',
  'stack run',
]
const before = [
  '-D',
  '--debug',
  '--context=x',
  '--context x',
  '-H tcp://evil.test:1',
  '--host=tcp://evil.test:1',
  '--config x',
  '--log-level info',
]
const before2 = ['--remote', '--url=tcp://evil.test:1', '-c x', '--connection x', '-l debug', '--tls', '--root /x', '--']

/** Lines that are understood, made of what a client knows, what it almost knows, and what it takes for something else. */
function lines(program: string): readonly Line[] {
  const option = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<readonly string[]>(...FLAGS.map((flag) => [flag])) },
    { weight: 8, arbitrary: fc.constantFrom<readonly string[]>(...optionLines) },
    { weight: 2, arbitrary: fc.constantFrom<readonly string[]>(...mounts) },
    { weight: 2, arbitrary: fc.constantFrom<readonly string[]>(...odd) },
  )
  const verb = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('run', 'run', 'run', 'container run') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...otherVerbs, ...[...before, ...before2].flatMap((one) => [`${one} run`, `${one} container run`])),
    },
  )
  const image = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(IMAGES)) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(SHORT_IMAGES)) },
    { weight: 1, arbitrary: fc.constantFrom(...NO_IMAGES) },
  )
  const back = fc.array(fc.oneof(image, option), { maxLength: 3 }).map((words) => words.flat())
  const front = fc.array(option, { maxLength: 5 }).map((words) => words.flat())
  const all = fc.tuple(verb, front, image, back).map(([a, b, c, d]) => [...a.split(' '), ...b, c, ...d])
  const seen = new Map<string, Line>()
  for (const args of fc.sample(all, { numRuns: LINES * 12, seed: SEED })) {
    const line = { program, args }
    if (seen.size < LINES && understand(line).clear) seen.set(text(line), line)
  }
  return [...seen.values()]
}

describe.each(['docker', 'podman'])('P01: %s', (program) => {
  const installed = findProgram(program)
  const slow = { tags: ['slow'], timeout: 1_800_000 }

  it.skipIf(!installed)('asks for no image that the understanding of the line does not name', slow, async () => {
    const tried = await runAll(lines(program))
    expect(tried.flatMap(([line, images]) => notNamed(line, images))).toEqual([])
    // The lines are real ones: a good part of them asks for an image, and the others end with a fault.
    expect([tried.length >= LINES / 2, tried.filter(([, images]) => images.length > 0).length * 4 >= tried.length]).toEqual([true, true])
  })

  it.skipIf(!installed)('reads each option as it is understood, alone before the image', slow, async () => {
    expect([...(runGrammar.values ?? new Map<string, RegExp>()).keys()].filter((name) => VALUES[name] === undefined)).toEqual([])
    const options = [...FLAGS.map((flag) => [flag]), ...Object.entries(VALUES).map(([name, value]) => [name, value])]
    // docker wants a terminal for `-it`, unless the container goes to the background.
    const all = options.map((option) => ({
      program,
      args: ['run', ...option, ...(option[0] === '-a' ? [] : ['-d']), 'ghcr.io/atlas/x', 'evil.test/x'],
    }))
    const tried = await runAll(all)
    expect(tried.filter(([line]) => !understand(line).clear)).toEqual([])
    expect(tried.flatMap(([line, images]) => notNamed(line, images))).toEqual([])
    // An older or newer client may lack one or two of them.
    expect(tried.filter(([, images]) => images.length > 0).length * 10 > tried.length * 9).toBe(true)
  })

  it.skipIf(!installed)('asks for each image by the name that is understood', slow, async () => {
    const names = Object.entries(program === 'docker' ? { ...IMAGES, ...SHORT_IMAGES } : IMAGES)
    const tried = await runAll([...names.map(([name]) => name), ...NO_IMAGES].map((name) => ({ program, args: ['run', name] })))
    const found = tried.map(([line, images]) => [
      line.args[1],
      images,
      understand(line).targets.flatMap(({ packages }) => packages.map((one) => one.name)),
    ])
    expect(found.filter(([name]) => ALL_IMAGES.has(String(name)))).toEqual(names.map(([name, full]) => [name, [full], [full]]))
    expect(tried.flatMap(([line, images]) => notNamed(line, images))).toEqual([])
  })
})

it.skipIf(!findProgram('podman'))(
  'P01: podman itself asks the registry for the name that is understood, and what it takes for a file is not understood',
  { tags: ['slow'], timeout: 600_000 },
  async ({ skip }) => {
    const [daemon] = daemons
    if (!daemon) throw new Error('No registry')
    const registries = ['ghcr.io', 'docker.io', 'docker.io:443', 'localhost:5000', 'evil.test']
    const settings = registries.map(
      (name) => `[[registry]]\nprefix = "${name}"\nlocation = "${daemon.address}/${name.replace(':', '-')}"\ninsecure = true\n`,
    )
    writeFileSync(join(home, 'registries.conf'), settings.join(''))
    writeFileSync(
      join(home, 'storage.conf'),
      `[storage]\ndriver = "vfs"\nrunroot = "${join(home, 'running')}"\ngraphroot = "${join(home, 'images')}"\n`,
    )
    const env = { CONTAINERS_STORAGE_CONF: join(home, 'storage.conf'), CONTAINERS_REGISTRIES_CONF: join(home, 'registries.conf') }
    const asked: (readonly [string, readonly string[]])[] = []
    for (const name of [...Object.keys(IMAGES), ...FILES_TO_PODMAN]) {
      daemon.takeImages()
      await run({ program: 'podman', args: ['run', name] }, env)
      asked.push([name, daemon.takeImages().map((image) => image.name)])
    }
    if (asked.every(([, images]) => images.length === 0)) skip('podman cannot keep images here')
    const names = Object.entries(IMAGES).map(([name, full]) => [name, [full.replace(/:(?=\d+\/)/, '-')]])
    expect(asked).toEqual([...names, ...FILES_TO_PODMAN.map((name) => [name, []])])
    expect(FILES_TO_PODMAN.filter((name) => understand({ program: 'podman', args: ['run', name] }).clear)).toEqual([])
  },
)
