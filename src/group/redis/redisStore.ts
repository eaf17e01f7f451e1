import { randomUUID } from 'node:crypto'
import type { RedisClientType } from '@redis/client'
import type { ForkPin } from '../../chain/forkPin.ts'
import { type Entry, entryFromJson, entryToJson } from '../../log/entry.ts'
import { JournalError } from '../../log/journalError.ts'
import type { JournalShare } from '../../log/journalFull.ts'
import { type JournalHeader, readHeader } from '../../log/journalHeader.ts'
import type { RedisAddress } from '../../log/redisAddress.ts'
import { messageOf } from '../../primitives/errors.ts'
import type { Claimed, GroupStore, Grown, Member, Renewed } from '../groupStore.ts'
import { RedisConnection } from './redisConnection.ts'
import * as scripts from './redisScripts.ts'

/** How many names are read or written at a time; and how many entries, which may have 100 KB each. */
const PAGE = 1000
const ENTRIES_PAGE = 50

/** After how long entries are dropped that were to replace others, if the replica has ended meanwhile. */
const REWRITE_SECONDS = 60

/** What replicas share, in Redis 6 or later. */
export class RedisStore implements GroupStore {
  readonly name: string
  readonly #connection: RedisConnection
  /** What all keys begin with. Braces keep them in one slot of a cluster. */
  readonly #prefix: string

  private constructor(connection: RedisConnection, { journal, shown }: RedisAddress) {
    this.#connection = connection
    this.#prefix = `{ommer:${journal}}:`
    this.name = shown
  }

  /** @throws {OmmerError} if it cannot be reached */
  static async open(address: RedisAddress): Promise<RedisStore> {
    return new RedisStore(await RedisConnection.open(address), address)
  }

  async begin(header: JournalHeader): Promise<JournalHeader> {
    this.sweep().catch(() => {})
    return this.#headerOf(await this.#first('header', JSON.stringify(header))) as JournalHeader
  }

  /** The time of genesis that was given first. */
  async genesisTime(drawn: number): Promise<number> {
    return Number(await this.#first('genesisTime', String(drawn)))
  }

  async pin(own?: ForkPin): Promise<ForkPin | undefined> {
    const json = await this.#first('pin', own && JSON.stringify(own))
    return json === null ? undefined : (JSON.parse(json) as ForkPin)
  }

  /** What the journal was begun with; undefined if there is none. */
  async header(): Promise<JournalHeader | undefined> {
    return this.#headerOf(await this.#first('header'))
  }

  async renew({ id, address }: Member, milliseconds: number): Promise<Renewed> {
    const answer = await this.#eval(scripts.RENEW, [id, address, milliseconds])
    const [was, json, height] = answer as [number, string | null, string | null]
    return { wasGone: was === 0, header: this.#headerOf(json), height: heightOf(height) }
  }

  async claim(replica: string, key: string, canBegin: boolean): Promise<Claimed> {
    const answer = await this.#eval(scripts.CLAIM, [replica, key, canBegin ? 1 : 0])
    const [kind, root, detail] = answer as ['own' | 'other' | 'none' | 'gone', string, string]
    if (kind === 'own') return { kind, root, height: heightOf(detail) }
    return kind === 'other' ? { kind, root, address: detail } : { kind }
  }

  async follow(key: string, root: string): Promise<string> {
    await this.#run((client) => client.hSetNX(this.#key('roots'), key, root))
    return (await this.#run((client) => client.hGet(this.#key('roots'), key))) as string
  }

  /** The height of the chain; undefined if it has not grown. */
  async height(): Promise<number | undefined> {
    return heightOf(await this.#run((client) => client.hGet(this.#key('chain'), 'height')))
  }

  /** The roots of all families to which something has happened. */
  async roots(): Promise<readonly string[]> {
    const roots = await this.#run((client) => client.hKeys(this.#key('sizes')))
    return roots.filter((root) => root !== '').toSorted()
  }

  async read(root: string): Promise<readonly Entry[]> {
    const key = this.#key('entries:') + root
    const entries: Entry[] = []
    for (let from = '-'; ; ) {
      const page = await this.#run((client) =>
        client.xRange(key, from, '+', { COUNT: ENTRIES_PAGE }),
      )
      for (const { id, message } of page ?? []) entries.push(this.#entryOf(root, id, message.entry))
      const last = page?.[ENTRIES_PAGE - 1]
      if (last === undefined) return entries
      from = idAfter(last.id)
    }
  }

  /** An entry is written in the script that finds out whether the replica still owns the family. */
  async append(
    replica: string,
    root: string,
    before: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    const added = entries.flatMap((entry) => [entry.sequence, entryToJson(entry)])
    return sizeOf(await this.#eval(scripts.APPEND, [replica, root, before, ...added]))
  }

  async rewrite(
    replica: string,
    root: string,
    last: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    // Another replica may do the same, if it has taken over the family meanwhile.
    const key = `${this.#key('rewritten:')}${randomUUID()}`
    let bytes = 0
    for (let start = 0; start < entries.length; start += ENTRIES_PAGE) {
      const page = entries.slice(start, start + ENTRIES_PAGE).map((entry) => {
        const json = entryToJson(entry)
        bytes += Buffer.byteLength(json)
        return { id: `${entry.sequence}-0`, json }
      })
      await this.#run((client) =>
        Promise.all([
          ...page.map(({ id, json }) => client.xAdd(key, id, { entry: json })),
          client.expire(key, REWRITE_SECONDS),
        ]),
      )
    }
    const given = [replica, root, last, key, bytes, entries.length]
    return sizeOf(await this.#eval(scripts.REWRITE, given))
  }

  async disown(replica: string, root: string): Promise<void> {
    await this.#eval(scripts.DISOWN, [replica, root])
  }

  async owned(replica: string, roots: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const owned = new Map<string, number>()
    for (let start = 0; start < roots.length; start += PAGE) {
      const some = roots.slice(start, start + PAGE)
      const answer = (await this.#eval(scripts.OWNED, [replica, ...some])) as (string | number)[]
      for (let at = 0; at < answer.length; at += 2) {
        owned.set(answer[at] as string, answer[at + 1] as number)
      }
    }
    return owned
  }

  async grow(from: number, intervalMs: number): Promise<Grown> {
    const [height, wait] = (await this.#eval(scripts.GROW, [from, intervalMs])) as [number, number]
    return { height, wait }
  }

  async release(replica: string): Promise<void> {
    await this.#run((client) => client.del(this.#key('replica:') + replica))
  }

  /** Forgets which replicas that have ended owned endpoints to which nothing has happened. */
  async sweep(): Promise<void> {
    let cursor = '0'
    do {
      const page = await this.#run((client) =>
        client.hScan(this.#key('owners'), cursor, { COUNT: PAGE }),
      )
      cursor = page.cursor
      await this.#eval(
        scripts.SWEEP,
        page.entries.map(({ field }) => field),
      )
    } while (cursor !== '0')
  }

  close(): void {
    this.#connection.close()
  }

  /** The value that was given first; null if none was. */
  async #first(name: string, given?: string): Promise<string | null> {
    const key = this.#key(name)
    if (given !== undefined) await this.#run((client) => client.setNX(key, given))
    return this.#run((client) => client.get(key))
  }

  #entryOf(root: string, id: string, json: string | undefined): Entry {
    try {
      return entryFromJson(json as string)
    } catch (error) {
      const problem = `${this.name}: entry ${id} of endpoint '${root}' is damaged: ${messageOf(error)}`
      throw new JournalError('JOURNAL_DAMAGED', problem, { cause: error })
    }
  }

  #headerOf(json: string | null): JournalHeader | undefined {
    return json === null ? undefined : readHeader(this.name, json)
  }

  #key(name: string): string {
    return this.#prefix + name
  }

  #run<T>(work: (client: RedisClientType) => Promise<T>): Promise<T> {
    return this.#connection.run(work)
  }

  #eval(script: string, given: readonly (string | number)[]): Promise<unknown> {
    const names = ['owners', 'roots', 'sizes', 'chain', 'header', 'replica:', 'entries:']
    const keys = names.map((name) => this.#key(name))
    return this.#run((client) => client.eval(script, { keys, arguments: given.map(String) }))
  }
}

function heightOf(text: string | null): number | undefined {
  return text === null ? undefined : Number(text)
}

/** Redis 6.0 cannot exclude the first entry of a range. */
function idAfter(id: string): string {
  const [time, order] = id.split('-')
  return `${time}-${Number(order) + 1}`
}

function sizeOf(answer: unknown): JournalShare | undefined {
  const [own, all] = answer as readonly [number?, number?]
  return own === undefined || all === undefined ? undefined : { own, all }
}
