import { setTimeout as sleep } from 'node:timers/promises'
import type { Expectation, HuntedClient } from '../../src/hunt.ts'
import { type Rows, rowsOf, storedRows } from '../../test/support/storedTruth.ts'
import type { IndexerModules } from './mutatedIndexer.ts'

/** In milliseconds. */
const POLL_MS = 20

/** Naps are shorter than in use, so that the search gets further. */
const SPEED = 50

const clock = {
  sleep: (milliseconds: number) => sleep(milliseconds / SPEED),
  deadline: (milliseconds: number) => AbortSignal.timeout(milliseconds),
}

/** All that the indexer stores, as one table. */
export const everything: Expectation = {
  name: 'everything',
  rows: (chains) => chains.flatMap(({ blocks }) => asTable(rowsOf(blocks)) as never),
}

/** The example indexer, or a mutant of it, as a client that is hunted: with all nodes, in this process. */
export function huntedIndexer({ Indexer, Store }: IndexerModules): HuntedClient {
  const stores = new Map<string, InstanceType<typeof Store>>()
  return {
    before: ({ id }) => stores.set(id, new Store()),
    start({ id, urls }) {
      const indexer = new Indexer(urls, stores.get(id) as InstanceType<typeof Store>, clock)
      let isStopped = false
      const ended = (async () => {
        while (!isStopped) {
          await indexer.poll()
          await sleep(POLL_MS)
        }
        return 'stopped'
      })().catch((error: unknown) => `${error}`)
      return {
        ended,
        async stop() {
          isStopped = true
          await ended
        },
      }
    },
    rows: ({ id }) => asTable(storedRows(stores.get(id) as InstanceType<typeof Store>)),
    after({ id }) {
      stores.get(id)?.close()
      stores.delete(id)
    },
  }
}

/** The rows of all tables, each with the name and the columns of its table. */
function asTable(rows: Rows): Record<string, unknown>[] {
  return Object.entries(rows).flatMap(([table, each]) =>
    each.map((row) =>
      Object.fromEntries([
        ['table', table],
        ...Object.entries(row).map(([name, value]) => [`${table}_${name}`, `${value}`]),
      ]),
    ),
  )
}
