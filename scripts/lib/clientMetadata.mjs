/** A redirect address without a port allows any port of 127.0.0.1 (RFC 8252, section 7.3). */
const REDIRECTS = ['http://127.0.0.1/callback', 'http://127.0.0.1/oauth/callback']

/** Methods that need a shared secret. A public document cannot contain one. */
const SHARED_SECRETS = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt']

/** Pure: returns Parley's client metadata document for publication at `url` (OAuth Client ID Metadata Document). */
export function clientMetadata(url) {
  return {
    client_id: url,
    client_name: 'Parley',
    redirect_uris: REDIRECTS,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
}

/** Pure: returns the errors of a document for the address where it will be published. An empty list means that it is valid. */
export function metadataFaults(document, address) {
  const uris = Array.isArray(document.redirect_uris) ? document.redirect_uris : []
  return [
    ...addressFaults(address),
    document.client_id !== address && 'client_id has to be the address itself, letter by letter',
    !document.client_name && 'client_name is missing',
    uris.length === 0 && 'redirect_uris is missing',
    ...uris.filter((uri) => !isOwnLoopback(uri)).map((uri) => `${uri} does not lead to Parley on a person's own computer`),
    !document.grant_types?.includes('authorization_code') && 'grant_types lacks authorization_code',
    !document.grant_types?.includes('refresh_token') && 'grant_types lacks refresh_token',
    !document.response_types?.includes('code') && 'response_types lacks code',
    SHARED_SECRETS.includes(document.token_endpoint_auth_method ?? 'client_secret_basic') &&
      'token_endpoint_auth_method may not rest on a shared secret',
    ('client_secret' in document || 'client_secret_expires_at' in document) && 'a published document holds no secret',
  ].filter((fault) => typeof fault === 'string')
}

function addressFaults(address) {
  const url = URL.parse(address)
  if (!url) return [`${address} is no address`]
  return [
    url.protocol !== 'https:' && 'the address has to begin with https://',
    url.pathname === '/' && 'the address needs a path',
    /\/\.{1,2}(?:[/?#]|$)/.test(address) && 'the address may not have . or .. in its path',
    address.includes('#') && 'the address may not have a fragment',
    (url.username !== '' || url.password !== '') && 'the address may not have a name or password',
  ].filter((fault) => typeof fault === 'string')
}

/** Returns whether a URI uses the numeric loopback address, with any port. */
function isOwnLoopback(uri) {
  const url = URL.parse(String(uri))
  return url?.protocol === 'http:' && url.hostname === '127.0.0.1' && url.port === '' && url.search === '' && url.hash === ''
}
