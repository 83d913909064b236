/** Who Parley is, as the document that is published at `url` says it (OAuth Client ID Metadata Document). */
export function clientMetadata(url: string): { readonly redirect_uris: readonly string[] } & Readonly<Record<string, unknown>>
/** What is wrong with a document for the address that it shall be published at; empty when nothing is. */
export function metadataFaults(document: Readonly<Record<string, unknown>>, address: string): readonly string[]
