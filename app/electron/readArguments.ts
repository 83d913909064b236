/** Switches that let another program look into or steer a running Parley. */
const debugging =
  /^--(inspect(-brk|-port|-wait)?|remote-debugging-(port|pipe|address)|remote-allow-origins|js-flags|load-extension|disable-web-security)(=|$)/

/** What `--data-dir DIR` or `--data-dir=DIR` says, among whatever switches Chromium has beside it. */
export function readDataDirOption(args: readonly string[]): string | undefined {
  return readOption(args, '--data-dir')
}

/** What `--policy FILE` or `--policy=FILE` says. One that names no file names the folder, which is no policy: then nothing starts. */
export function readPolicyOption(args: readonly string[]): string | undefined {
  return readOption(args, '--policy') ?? (args.includes('--policy') ? '.' : undefined)
}

function readOption(args: readonly string[], name: string): string | undefined {
  const joined = args.find((arg) => arg.startsWith(`${name}=`))
  if (joined !== undefined) return joined.slice(name.length + 1)
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}

/** The first switch with which an installed Parley does not start. */
export function debuggingSwitch(args: readonly string[]): string | undefined {
  return args.find((arg) => debugging.test(arg))
}
