/**
 * React begins here, in a file of its own (scripts/lib/firstChunks.mjs). It creates errors when it is loaded, and for the first one an engine
 * that is watched, as by developer tools, reads every script again that is under way: then that is React alone.
 */
export { createRoot } from 'react-dom/client'
