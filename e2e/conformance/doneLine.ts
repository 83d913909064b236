/** The last line of a driver that came to its end. The suite takes a client that was killed for one that ended well. */
export const doneLine = 'The driver came to its end.'
