import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, say } from './prepare.mjs'

const programs = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send']

/** Returns the programs that the tests of the real keychain need and that are not installed. */
export function missingPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
}

/** Installs GNOME Keyring as root on Debian. If that is impossible, prints that its tests are left out, and why. */
export async function ensureKeychain() {
  if (process.platform !== 'linux' || missingPrograms().length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    say(
      `The tests of the real keychain are left out: ${missingPrograms().join(', ')} not installed (sudo apt-get install gnome-keyring dbus)`,
    )
    return
  }
  say('Installing GNOME Keyring for the tests of the real keychain')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'gnome-keyring', 'dbus'], { env })
  } catch (error) {
    say(`The tests of the real keychain are left out: ${error.message}`)
  }
}
