import { expect, it } from 'vitest'
import { sampleLaunch, referenceServers, type SampleServer } from './referenceServers'

function sample(id: string): SampleServer {
  const found = referenceServers.find((one) => one.id === id)
  if (!found) throw new Error(`no sample ${id}`)
  return found
}

it('gives the files server the folder that the person chose, as its last argument', () => {
  const launch = sampleLaunch(sample('filesystem'), { folder: '/home/dana/notes', dataDir: '/data' })
  expect(launch.args).toEqual(['-y', '@modelcontextprotocol/server-filesystem', '/home/dana/notes'])
})

it('keeps what the memory server learns in the data folder, on every system', () => {
  const file = (dataDir: string) => sampleLaunch(sample('memory'), { folder: undefined, dataDir }).env
  expect(file('/home/dana/.config/Parley')).toEqual({ MEMORY_FILE_PATH: '/home/dana/.config/Parley/memory.jsonl' })
  expect(file('C:\\Users\\dana\\Parley')).toEqual({ MEMORY_FILE_PATH: 'C:\\Users\\dana\\Parley\\memory.jsonl' })
})
