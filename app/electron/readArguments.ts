/** Switches that let another program look into or steer a running Parley. */
const debugging =
  /^--(inspect(-brk|-port|-wait)?|remote-debugging-(port|pipe|address)|remote-allow-origins|js-flags|load-extension|disable-web-security)(=|$)/

/** What `--data-dir DIR` or `--data-dir=DIR` says, among whatever switches Chromium has beside it. */
export function readDataDirOption(args: readonly string[]): string | undefined {
  const joined = args.find((arg) => arg.startsWith('--data-dir='))
  if (joined !== undefined) return joined.slice('--data-dir='.length)
  const at = args.indexOf('--data-dir')
  return at < 0 ? undefined : args[at + 1]
}

/** The first switch with which an installed Parley does not start. */
export function debuggingSwitch(args: readonly string[]): string | undefined {
  return args.find((arg) => debugging.test(arg))
}
