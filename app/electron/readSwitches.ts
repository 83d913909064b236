/** Switches with which another program can inspect or control a running Parley, read its traffic, or have another program run for it. */
const steering: ReadonlySet<string> = new Set([
  'inspect',
  'remote-allow-origins',
  'js-flags',
  'load-extension',
  'disable-extensions-except',
  'disable-web-security',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'host-rules',
  'host-resolver-rules',
  'log-net-log',
  'ssl-key-log-file',
  'auto-open-devtools-for-tabs',
  'browser-subprocess-path',
  'register-pepper-plugins',
  'single-process',
  'no-zygote-sandbox',
  'disable-gpu-sandbox',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'require',
  'import',
  'enable-automation',
  'enable-logging',
])
const steeringBeginnings = [
  'inspect-',
  'remote-debugging-',
  'disable-site-isolation',
  'allow-file-access',
  'ignore-certificate-errors',
  'trace-startup',
  'ppapi-',
  'experimental-',
]
/** Each of these names a program that Chromium starts in the place of, or in front of, one of its own. */
const steeringEnds = ['-cmd-prefix', '-launcher']

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

/** Returns the first switch with which an installed Parley refuses to start. Chromium takes one dash for two, and on Windows a slash, too. */
export function debuggingSwitch(args: readonly string[], platform: NodeJS.Platform = process.platform): string | undefined {
  const dashed = platform === 'win32' ? /^(?:--?|\/)([^=]*)/ : /^--?([^=]*)/
  return args.find((arg) => isSteering(dashed.exec(arg)?.[1]?.toLowerCase() ?? ''))
}

function isSteering(name: string): boolean {
  const begins = steeringBeginnings.some((beginning) => name.startsWith(beginning))
  return steering.has(name) || begins || steeringEnds.some((end) => name.endsWith(end))
}
