import type { Entry, Unnumbered } from '../../log/entry.ts'
import type { JournalHeader } from '../../log/journalHeader.ts'
import { readRedisAddress } from '../../log/redisAddress.ts'
import { RedisStore } from './redisStore.ts'

/** What a journal in Redis has. */
export interface SharedContent {
  /** undefined if there is no such journal */
  readonly header: JournalHeader | undefined
  /**
   * As a file has them: how long the chain is, if it has grown, and then those of each family in order, one family after the
   * other.
   */
  readonly entries: readonly Entry[]
}

/**
 * The time of genesis on which all replicas of a journal agree.
 *
 * @param address as `--journal` takes it
 * @param drawn in seconds since 1970: is taken if there is none yet
 * @throws {OmmerError} if it cannot be read
 */
export function agreedGenesisTime(address: string, drawn: number): Promise<number> {
  return withStore(address, (store) => store.genesisTime(drawn))
}

/**
 * Reads a journal in Redis.
 *
 * @param address as `--journal` takes it
 * @throws {OmmerError} if it cannot be read
 */
export function readShared(address: string): Promise<SharedContent> {
  return withStore(address, async (store) => {
    const number = await store.height()
    const entries: Unnumbered[] = number === undefined ? [] : [{ chain: { number } }]
    for (const root of await store.roots()) entries.push(...(await store.read(root)))
    const numbered = entries.map((entry, index) => ({ ...entry, sequence: index + 1 }) as Entry)
    return { header: await store.header(), entries: numbered }
  })
}

async function withStore<T>(address: string, work: (store: RedisStore) => Promise<T>): Promise<T> {
  const store = await RedisStore.open(readRedisAddress(address))
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
