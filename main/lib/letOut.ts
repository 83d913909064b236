/**
 * Where a connection of the page may lead. `named`: a person let this host be reached, wherever it is but on this computer. `public`: to the
 * internet alone.
 */
export type LetOut = 'refused' | 'public' | 'named'
