import { parentPort } from 'node:worker_threads'
import { keccakReady } from '../../primitives/keccak.ts'
import { lowerPriority } from '../lowerPriority.ts'
import { type NameSearch, namesMax, searchName } from './searchName.ts'

// The program of the thread that searches names.

lowerPriority()
parentPort?.once('message', async (search: NameSearch) => {
  await keccakReady
  parentPort?.postMessage(searchName(search, 0, namesMax(search)))
})
