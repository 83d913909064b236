// Writes the environment that it was started with into the file that its first argument names, and is then the server of the second.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , file, server] = process.argv
writeFileSync(file, JSON.stringify(process.env))
process.argv.splice(2)
await import(pathToFileURL(server).href)
