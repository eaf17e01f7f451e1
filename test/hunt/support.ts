import { setTimeout as sleep } from 'node:timers/promises'
import { Indexer } from '../../examples/indexer/indexer.ts'
import { NaiveIndexer } from '../../examples/indexer/naive.ts'
import { Store } from '../../examples/indexer/store.ts'
import type { HuntedClient } from '../../src/hunt/client/client.ts'

/** Naps are shorter than in use, so that failing nodes cost little time. */
const clock = {
  sleep: (milliseconds: number) => sleep(milliseconds / 50),
  deadline: (milliseconds: number) => AbortSignal.timeout(milliseconds),
}

const kinds = {
  naive: (urls: readonly string[], store: Store) => new NaiveIndexer(urls, store),
  right: (urls: readonly string[], store: Store) => new Indexer(urls, store, clock),
} as const

/** An example indexer in this process, whose store survives a restart. */
export function exampleClient(kind: keyof typeof kinds): HuntedClient {
  const stores = new Map<string, Store>()
  return {
    before: ({ id }) => stores.set(id, new Store()),
    start({ id, url }) {
      const indexer = kinds[kind]([url], stores.get(id) as Store)
      let isStopped = false
      const done = (async () => {
        while (!isStopped) {
          await indexer.poll().catch(() => {})
          await sleep(2)
        }
      })()
      return async () => {
        isStopped = true
        await done
      }
    },
    rows: ({ id }) =>
      stores.get(id)?.rows('SELECT number AS block_number, hash AS block_hash FROM blocks'),
    after({ id }) {
      stores.get(id)?.close()
      stores.delete(id)
    },
  }
}
