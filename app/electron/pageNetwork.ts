import type { ProxyConfig } from 'electron'

/** Packets go nowhere but through a proxy that takes packets, and Parley's takes none. */
export const WEBRTC_POLICY = 'disable_non_proxied_udp'

/**
 * Pure: the proxy of the session of Parley's windows. With one, Chromium looks up no names, neither ahead of time nor for what a policy then blocks.
 * This computer too is reached through it: without that word Chromium goes past a proxy to loopback.
 */
export function pageProxy(port: number) {
  return { mode: 'fixed_servers', proxyRules: `http://127.0.0.1:${port}`, proxyBypassRules: '<-loopback>' } as const satisfies ProxyConfig
}

/** Pure: the same as switches, for where there is no Electron. The policy is spelled in one way by Chromium, and in the other by its headless shell. */
export function pageNetworkSwitches(port: number): readonly string[] {
  const { proxyRules, proxyBypassRules } = pageProxy(port)
  const policies = ['webrtc-ip-handling-policy', 'force-webrtc-ip-handling-policy'].map((name) => `--${name}=${WEBRTC_POLICY}`)
  return [...policies, `--proxy-server=${proxyRules}`, `--proxy-bypass-list=${proxyBypassRules}`]
}
