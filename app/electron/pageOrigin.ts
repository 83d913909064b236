export const SCHEME = 'app'
const HOST = 'parley'

/** The origin of Parley's page in the desktop shell. */
export const ORIGIN = `${SCHEME}://${HOST}`
