/**
 * Node's `http`. An `import` of a value from `node:http` would also load all of `fetch`: it reads every export, and behind one of them is that
 * library. That is a tenth of the time until the host listens.
 */
export const { createServer } = process.getBuiltinModule('node:http')
