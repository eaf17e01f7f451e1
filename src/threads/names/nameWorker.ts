import { parentPort } from 'node:worker_threads'
import { keccakReady } from '../../primitives/keccak.ts'
import { lowerPriority } from '../lowerPriority.ts'
import { NameTable } from './nameTable.ts'
import type { NameSearch } from './searchName.ts'

// The program of the thread that searches names.

/** By the length of the names. */
const tables = new Map<number, NameTable>()

lowerPriority()
parentPort?.on('message', async (search: NameSearch) => {
  await keccakReady
  const { length } = search
  const table = tables.get(length) ?? new NameTable(length)
  tables.set(length, table)
  parentPort?.postMessage(table.find(search))
})
