import type { Entry } from '../../log/entry.ts'
import type { JournalHeader } from '../../log/journalHeader.ts'
import { readRedisAddress } from '../../log/redisAddress.ts'
import { RedisStore } from './redisStore.ts'

/** What a journal in Redis has. */
export interface SharedContent {
  /** undefined if there is no such journal */
  readonly header: JournalHeader | undefined
  /** those of each family in order, and one family after the other; numbered as in a file */
  readonly entries: readonly Entry[]
  /** of the chain; undefined if it has not grown */
  readonly height: number | undefined
}

/**
 * The time of genesis on which all replicas of a journal agree.
 *
 * @param address as `--journal` takes it
 * @param drawn in seconds since 1970: is taken if there is none yet
 * @throws {OmmerError} if it cannot be read
 */
export async function agreedGenesisTime(address: string, drawn: number): Promise<number> {
  const store = await RedisStore.open(readRedisAddress(address))
  try {
    return await store.genesisTime(drawn)
  } finally {
    store.close()
  }
}

/**
 * Reads a journal in Redis.
 *
 * @param address as `--journal` takes it
 * @throws {OmmerError} if it cannot be read
 */
export async function readShared(address: string): Promise<SharedContent> {
  const store = await RedisStore.open(readRedisAddress(address))
  try {
    const entries: Entry[] = []
    for (const root of await store.roots()) {
      for (const entry of await store.entries('', root).read()) {
        entries.push({ ...entry, sequence: entries.length + 1 })
      }
    }
    return { header: await store.header(), entries, height: await store.height() }
  } finally {
    store.close()
  }
}
