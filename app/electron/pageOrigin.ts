export const SCHEME = 'app'
const HOST = 'parley'

/** The origin of Parley's page in the desktop shell. */
export const ORIGIN = `${SCHEME}://${HOST}`

/** The scheme of confined frames. The host of an address names the frame. */
export const FRAME_SCHEME = 'app-frame'
