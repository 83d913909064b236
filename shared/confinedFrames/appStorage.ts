/** What the apps of one server may keep in their `localStorage`: so many entries, and so many UTF-16 code units of names and values together. */
export const APP_STORAGE_NAMES = 1_000
export const APP_STORAGE_CHARACTERS = 500_000

/** The notification of Parley's own that tells what an app changed in its `localStorage`: `params.changes` has names and values, null for a removed one. */
export const APP_STORED_METHOD = 'parley/notifications/stored'
