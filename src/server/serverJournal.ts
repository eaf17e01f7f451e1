import type { Chain } from '../chain/chain.ts'
import type { ChangeLog } from '../endpoint/changes.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { leaderOf } from '../endpoint/leaderOf.ts'
import type { Entry } from '../log/entry.ts'
import { Journal } from '../log/file/journal.ts'
import { JournalError } from '../log/journalError.ts'
import { createHeader, type JournalHeader } from '../log/journalHeader.ts'
import { isRedisAddress } from '../log/redisAddress.ts'
import { type ReplayTarget, replay } from '../log/replay.ts'
import type { MoveContext } from '../moves/move.ts'
import type { EndpointOptions } from './endpointOptions.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import { fundedKeys } from './fundedKeys.ts'
import type { OpenedLog, ServerGroup, ServerLog } from './group.ts'
import { ServeOptionsError } from './options.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** What a journal has. */
export type Journaled = Pick<OpenedLog, 'header' | 'entries'>

/** Writes nothing, and lets no timer mine. */
const noLog: ServerLog = {
  isRecording: () => false,
  requireWritable() {},
  write() {},
  kept: () => undefined,
}

/** The journal of a server: replays the changes that it has, and then writes those that endpoints make. */
export class ServerJournal {
  readonly #opened: OpenedLog
  readonly #name: string
  readonly #chain: Chain
  #target: ReplayTarget | undefined
  #stopListening: (() => void) | undefined

  private constructor(opened: OpenedLog, name: string, chain: Chain) {
    this.#opened = opened
    this.#name = name
    this.#chain = chain
  }

  /**
   * Opens the journal of a server: that of its group, or a file of its own.
   *
   * @param version of the package
   * @param group undefined if the server is alone
   * @throws {JournalError} if it cannot be used for this chain and these options
   */
  static async open(
    chain: Chain,
    options: ResolvedServeOptions,
    version: string,
    group: ServerGroup | undefined,
  ): Promise<ServerJournal> {
    const { journal: path } = options
    if (group === undefined && path !== undefined && isRedisAddress(path)) {
      const problem = 'a journal in Redis is for the command: ommer serve --journal redis://…'
      throw new ServeOptionsError('journal', problem)
    }
    const { journalBytes: bytesMax } = options.limits
    const header = headerOf(chain, options, version)
    const opened = await (group?.openJournal(header, bytesMax) ??
      Journal.open(path as string, header, bytesMax))
    const name = path ?? 'the journal'
    try {
      requireHead(name, opened.header, chain)
    } catch (error) {
      opened.journal.close?.()
      throw error
    }
    return new ServerJournal(opened, name, chain)
  }

  /**
   * A journal to which nothing is written, and during which no timer mines.
   *
   * @param name for errors
   * @throws {JournalError} if it was begun for another chain
   */
  static readOnly(name: string, chain: Chain, read: Journaled): ServerJournal {
    requireHead(name, read.header, chain)
    return new ServerJournal({ ...read, journal: noLog }, name, chain)
  }

  /** Where endpoints write their changes. */
  get log(): ChangeLog {
    return this.#opened.journal
  }

  /**
   * Makes all changes again, and then writes new ones.
   *
   * @throws {JournalError} JOURNAL_MISMATCH
   */
  async begin(endpoints: EndpointRegistry, moves: Omit<MoveContext, 'leader'>): Promise<void> {
    const { journal, header, entries } = this.#opened
    const chain = this.#chain
    this.#target = replayTarget(chain, endpoints, moves)
    await this.replay(entries)
    journal.begin?.()
    const grew = (): void => journal.chainGrew?.(chain.tree.head)
    const grown = entries.findLast((entry) => 'chain' in entry)?.chain ?? {
      number: header.chain.height,
    }
    if (chain.tree.head.number > grown.number) grew()
    this.#stopListening = chain.children.onExtended(grew)
  }

  /**
   * Makes changes again.
   *
   * @throws {JournalError} JOURNAL_MISMATCH
   */
  replay(entries: readonly Entry[]): Promise<void> {
    return replay(this.#name, entries, this.#target as ReplayTarget)
  }

  /** @param hasServed false if the server could not start */
  close(hasServed: boolean): void {
    this.#stopListening?.()
    this.#opened.journal.close?.(hasServed)
  }
}

/** Where the entries of a server are replayed. */
function replayTarget(
  chain: Chain,
  endpoints: EndpointRegistry,
  moves: Omit<MoveContext, 'leader'>,
): ReplayTarget {
  // With `anyKey`, a client may have created the leader. Without changes, it has no entries.
  const leader = (key: string): Endpoint => {
    endpoints.admit(key)
    return endpoints.leader(key)
  }
  return {
    chain,
    moves: { ...moves, leader },
    endpoint: (key) => endpoints.admit(key)?.endpoint,
    create(key, options) {
      const behind = leaderOf(options)
      if (behind !== undefined) leader(behind)
      endpoints.restore(key, options as EndpointOptions)
    },
    close: (endpoint) => endpoints.close(endpoint),
  }
}

/** @throws {JournalError} if the journal was begun for another chain */
function requireHead(name: string, { chain, ommer }: JournalHeader, { tree }: Chain): void {
  const { height, head } = chain
  if (tree.byNumber(height)?.hash === head) return
  const problem = `${name}: it was begun for a chain whose block ${height} is ${head} (ommer ${ommer})`
  throw new JournalError('JOURNAL_OF_OTHER_CHAIN', problem)
}

/** The options of a server that decide what its entries lead to. */
const DECISIVE = [
  'dev',
  'automine',
  'miningInterval',
  'mixedMining',
  'poolOrder',
  'clock',
  'backgroundTraffic',
] as const

export function headerOf(
  { tree, spec, isGenerated, forkPin }: Chain,
  options: ResolvedServeOptions,
  version: string,
): JournalHeader {
  const { rules: _, seedKey: __, ...given } = spec
  const { poolTransactions, poolBytes } = options.limits
  return createHeader({
    ommer: version,
    chain: {
      spec: isGenerated || forkPin !== undefined ? given : undefined,
      fork: forkPin,
      first: tree.first.hash,
      height: tree.head.number,
      head: tree.head.hash,
    },
    options: {
      ...Object.fromEntries(DECISIVE.map((name) => [name, options[name]])),
      // What a full pool has dropped is in no entry.
      ...(options.dev && { poolTransactions, poolBytes }),
      // Whose accounts begin with ether.
      ...(options.dev && forkPin && { funded: fundedKeys(options) }),
    },
  })
}
