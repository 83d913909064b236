/** The package has no types of its own. */
declare module 'proxy-from-env' {
  /** The proxy that the environment names for an address; an empty text where none is to be used. */
  export function getProxyForUrl(url: { readonly protocol: string; readonly host: string; readonly port: string }): string
}
