/** Switches with which another program can inspect or control a running Parley. */
const debugging =
  /^--(inspect(-brk|-port|-wait)?|remote-debugging-(port|pipe|address)|remote-allow-origins|js-flags|load-extension|disable-web-security)(=|$)/

/** Returns the value of `--data-dir DIR` or `--data-dir=DIR`, among any switches of Chromium. */
export function readDataDirOption(args: readonly string[]): string | undefined {
  return readOption(args, '--data-dir')
}

/**
 * Returns the value of `--policy FILE` or `--policy=FILE`. Without a file it returns the current folder. That is not a valid policy, so
 * nothing starts.
 */
export function readPolicyOption(args: readonly string[]): string | undefined {
  return readOption(args, '--policy') ?? (args.includes('--policy') ? '.' : undefined)
}

function readOption(args: readonly string[], name: string): string | undefined {
  const joined = args.find((arg) => arg.startsWith(`${name}=`))
  if (joined !== undefined) return joined.slice(name.length + 1)
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}

/** Returns the first switch with which an installed Parley refuses to start. */
export function debuggingSwitch(args: readonly string[]): string | undefined {
  return args.find((arg) => debugging.test(arg))
}
