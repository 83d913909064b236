/**
 * Asks a Parley process that we started to end, so that it can end its servers first. Windows has no signal for that: there `kill` ends a
 * process at once, with any signal name. So on Windows its channel is closed instead, which Parley treats as the same request. A process
 * without a channel is killed.
 */
export function askToEnd(child, signal, platform = process.platform) {
  if (platform === 'win32' && child.connected) child.disconnect()
  else child.kill(signal)
}
