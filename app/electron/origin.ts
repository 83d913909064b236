export const SCHEME = 'app'
const HOST = 'parley'

/** Where Parley's page lives in the desktop shell. */
export const ORIGIN = `${SCHEME}://${HOST}`
