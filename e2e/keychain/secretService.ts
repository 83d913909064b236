import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const needed = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
const LOGIN = '/org/freedesktop/secrets/collection/login'

/** Returns why no keychain can start here, or undefined when one can. */
export function missingKeychain(): string | undefined {
  if (process.platform !== 'linux')
    return 'The keychain of this system belongs to the person who sits at it; only a Linux one can be had apart'
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = needed.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  return missing.length === 0 ? undefined : `${missing.join(', ')} not installed: apt-get install gnome-keyring dbus`
}

/** The bus starts no services by itself, so a stopped keychain stays stopped. */
const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

/** A private Secret Service: a session bus and GNOME Keyring in a home folder of their own. */
export class SecretService implements AsyncDisposable {
  readonly folder: string
  /** The environment for processes that must find this keychain and no other one. */
  readonly env: Readonly<Record<string, string>>
  readonly #bus: ChildProcess
  #daemon: ChildProcess | undefined

  private constructor(folder: string, env: Readonly<Record<string, string>>, bus: ChildProcess) {
    this.folder = folder
    this.env = env
    this.#bus = bus
  }

  static async start(): Promise<SecretService> {
    // The path must be short, because the address of a socket has a length limit.
    const folder = mkdtempSync(join(tmpdir(), 'pk-'))
    for (const name of ['home', 'run']) mkdirSync(join(folder, name), { mode: 0o700 })
    writeFileSync(join(folder, 'bus.conf'), busConfig(folder))
    const home = join(folder, 'home')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
    }
    const args = [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address']
    const bus = spawn('dbus-daemon', args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(bus.stdout, 'data')
    return new SecretService(folder, env, bus)
  }

  /** Starts the keychain as a login does, with the password that the person typed. The first password becomes the keychain's password. */
  async login(password: string): Promise<void> {
    const args = ['--foreground', '--unlock', '--components=secrets']
    const daemon = spawn('gnome-keyring-daemon', args, { env: this.env, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#daemon = daemon
    daemon.stdin.end(password)
    for (let tries = 200; !this.#answers(); tries--) {
      if (tries === 0 || daemon.exitCode !== null) throw new Error('GNOME Keyring did not start')
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /** Kills the keychain, as a crash does. */
  async kill(): Promise<void> {
    const daemon = this.#daemon
    this.#daemon = undefined
    if (!daemon || daemon.exitCode !== null) return
    const ended = once(daemon, 'exit')
    daemon.kill('SIGKILL')
    await ended
  }

  /** Locks the keychain, as a locked screen does. No person is there to type the password. */
  lock(): void {
    this.#send('org.freedesktop.Secret.Service.Lock', `array:objpath:${LOGIN}`)
  }

  /** Deletes the content of the keychain, as on a new computer. */
  forgetAll(): void {
    rmSync(join(this.folder, 'home', 'data', 'keyrings'), { recursive: true, force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    const ended = once(this.#bus, 'exit')
    this.#bus.kill('SIGKILL')
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }

  #answers(): boolean {
    return this.#send('org.freedesktop.DBus.Peer.Ping') && this.#send('org.freedesktop.Secret.Service.ReadAlias', 'string:default')
  }

  #send(method: string, ...args: readonly string[]): boolean {
    const target = ['--session', '--print-reply', '--reply-timeout=2000', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']
    return spawnSync('dbus-send', [...target, method, ...args], { env: this.env, stdio: 'ignore' }).status === 0
  }
}
