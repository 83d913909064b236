/** Returns Parley's client metadata document for publication at `url` (OAuth Client ID Metadata Document). */
export function clientMetadata(url: string): { readonly redirect_uris: readonly string[] } & Readonly<Record<string, unknown>>
/** Returns the errors of a document for the address where it will be published. An empty list means that it is valid. */
export function metadataFaults(document: Readonly<Record<string, unknown>>, address: string): readonly string[]
