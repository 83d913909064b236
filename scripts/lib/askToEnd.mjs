/**
 * Asks a Parley that we started to end, so that it can end its servers first. Windows has no signal for that: `kill` would end it at once,
 * whatever the signal is called. There its channel to us is closed instead, which it takes as the same request; one without a channel is killed.
 */
export function askToEnd(child, signal, platform = process.platform) {
  if (platform === 'win32' && child.connected) child.disconnect()
  else child.kill(signal)
}
