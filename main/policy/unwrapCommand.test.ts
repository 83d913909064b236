import { expect, it } from 'vitest'
import { programName, unwrapCommand } from './unwrapCommand'

const read = (line: string, variables: readonly string[] = []) => {
  const [command = '', ...args] = line.split('|')
  const { targets, clear } = unwrapCommand(command, args, variables)
  return {
    clear,
    runs: targets.map(({ program, packages }) => [program, ...packages.map(({ from, name }) => `${from}:${name}`)].join(' ')),
  }
}

it.each([
  ['npx|-y|@atlas/files@1.2.0|/srv', ['npx npm:@atlas/files']],
  ['/usr/bin/npx|--yes|--package=@atlas/a|-p|b|a', ['/usr/bin/npx npm:@atlas/a npm:b']],
  ['C:\\nodejs\\npx.CMD|server-x', ['C:\\nodejs\\npx.CMD npm:server-x']],
  ['npx|safe@npm:evil', ['npx npm:evil']],
  ['env|-i|A=1|npx|x', ['npx npm:x']],
  ['env|-S|npx -y x', ['npx npm:x']],
  ['sh|-c|npx -y x', ['npx npm:x']],
  ['bash|-lc|cd /srv && A=1 exec npx "x"', ['npx npm:x']],
  ['cmd|/d|/c|npx|-y|x', ['npx npm:x']],
  ['nice|-n|5|env|npx|x', ['npx npm:x']],
  ['npm|exec|--|x', ['npm npm:x']],
  ['bun|x|y', ['bun npm:y']],
  ['node|/usr/lib/node_modules/npm/bin/npx-cli.js|x', ['/usr/lib/node_modules/npm/bin/npx-cli.js npm:x']],
  ['uvx|--from|mcp_Server.git[all]==1.0|mcp-server-git', ['uvx pypi:mcp-server-git']],
  ['uv|tool|run|x>=2', ['uv pypi:x']],
  ['docker|run|-i|--rm|-e|KEY|--mount=type=bind|ghcr.io/atlas/x:1@sha256:ab', ['docker image:ghcr.io/atlas/x']],
  ['podman|container|run|-it|mcp/fetch', ['podman image:docker.io/mcp/fetch']],
  ['node|server.js|-e', ['node']],
  ['python3.12|-m|my_server', ['python3.12']],
  ['/opt/atlas/server|--npx', ['/opt/atlas/server']],
  ['sh|-ec|npx x', ['npx npm:x']],
  ['bash|-c|-e|npx x', ['npx npm:x']],
  ['env|A.B=1|npx|x', ['npx npm:x']],
  ['node|--no-warnings|--max-old-space-size=4096|server.js', ['node']],
  ['python|-u|-m|my_server', ['python']],
  ['cmd|/c|npx -y @atlas/x', ['npx npm:@atlas/x']],
  ['npm|exec|x|--|--flag', ['npm npm:x']],
  ['uvx|-p|3.12|x@1.2.0', ['uvx pypi:x']],
  ['deno|run|-A|server.ts', ['deno']],
])('reads what %s comes down to', (line, runs) => {
  expect(read(line)).toEqual({ clear: true, runs })
})

it.each([
  ['npx|github:someone/thing'],
  ['npx|./here'],
  ['npx|x.tgz'],
  ['npx|x@https://evil.test/x'],
  ['npx|--registry=https://evil.test|x'],
  ['npx|-c|anything'],
  ['npx|-p|@atlas/a|sh|-c|anything'],
  ['uvx|--from|x|sh'],
  ['npx'],
  ['uvx|--index-url|https://evil.test|x'],
  ['uvx|git+https://evil.test/x'],
  ['docker|run|--unknown|x'],
  ['docker|exec|x'],
  ['docker|--host=tcp://evil.test|run|x'],
  ['sh|-c|$(npx x)'],
  ['sh|-c|npx "x'],
  ['sh|-c|echo a > b'],
  ['env|NODE_OPTIONS=--import=x|npx|x'],
  ['env|--new-option|npx|x'],
  ['node|-e|require("child_process")'],
  ['deno|run|-A|npm:x'],
  ['powershell|-Command|npx x'],
  ['env'],
  ['sudo|A=/node|/tmp/evil'],
  ['bash|-c|PATH+=:/x npx x'],
  ['bash|-c|eval npx x'],
  ['sh|-c|if true; then npx x; fi'],
  ['sh|-o|errexit|-c|npx x'],
  ['sh|-c|npx\u00a0@atlas/x'],
  ['sh|-c|cd /tmp && ./server'],
  ['sh|-c|cd /tmp && node npx.js x'],
  ['env|-C|/tmp|./server'],
  ['nice|-n|5|--|npx|x'],
  ['fish|-c|true|-c|npx x'],
  ['tcsh|-c|npx x'],
  ['npx2|x'],
  ['npx|x@.'],
  ['npx|x@..'],
  ['npm|exec|x|--registry=https://evil.test'],
  ['npm|exec|x|-c|anything'],
  ['uvx|--python|/tmp/evil|x'],
  ['uvx|--python|evil|x'],
  ['uvx|x@.'],
  ['uvx|x@folder'],
  ['pipx|run|x.tgz'],
  ['node|-pe|spawn("npx")'],
  ['node|--env-file=x|/usr/lib/node_modules/npm/bin/npx-cli.js|x'],
  ['python|-Ic|anything'],
  ['python|-X|utf8|-m|pipx|run|x'],
  ['perl|-E|system "npx"'],
  ['deno|x|npm'],
  ['bun|--bun|x|evil'],
  ['bun|exec|npx x'],
  ['npm|__proto__'],
  ['docker|constructor|x'],
  ['cmd|/cevil|/c|npx|x'],
  ['cmd|/c|evil.exe /node|x'],
  ['cmd|/c|evil/node|x'],
  ['cmd|/c|evil,/node'],
])('does not claim to understand %s', (line) => {
  expect(read(line).clear).toBe(false)
})

it('does not understand a command whose variables change what runs; a proxy does not', () => {
  expect([read('npx|x', ['npm_config_registry']).clear, read('npx|x', ['HTTPS_PROXY']).clear]).toEqual([false, true])
  const steering = [
    'UV_DEFAULT_INDEX',
    'PIP_INDEX_URL',
    'DOCKER_HOST',
    'HOME',
    'XDG_CONFIG_HOME',
    'LD_AUDIT',
    'BASH_FUNC_npx%%',
    'BASH_FUNC_proxy',
  ]
  expect(steering.filter((name) => read('npx|x', [name]).clear)).toEqual([])
  expect(['NODE_ENV', 'GITHUB_TOKEN', 'PYTHONUNBUFFERED', 'NODE_EXTRA_CA_CERTS'].filter((name) => !read('npx|x', [name]).clear)).toEqual([])
})

it('gives up on a command that nests without end', () => {
  expect(unwrapCommand('env', Array<string>(50).fill('env'), []).clear).toBe(false)
})

it('knows a program by one name, wherever it lies', () => {
  expect(['/usr/bin/npx', 'NPX.CMD', 'C:\\x\\npx.exe', 'npx-cli.js'].map(programName)).toEqual(Array<string>(4).fill('npx'))
})
