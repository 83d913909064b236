/**
 * The last line of a driver that ran to its end. The suite treats a killed client as one that ended well, so this line proves that it did.
 */
export const doneLine = 'The driver came to its end.'
