/** The package has no types. */
declare module 'proxy-from-env' {
  /** The proxy for an address from the environment; an empty text if there is none. */
  export function getProxyForUrl(url: { readonly protocol: string; readonly host: string; readonly port: string }): string
}
