import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { PendingTreeBlock } from '../../drawing/treeLayout.ts'
import type { Addresses } from '../connection/addresses.ts'
import { RpcConnection } from '../connection/rpcConnection.ts'
import { DisconnectedError } from '../connection/rpcError.ts'
import { coreTreeOf } from './coreTree.ts'
import { loadPermissions, type Permissions } from './permissions.ts'
import { type BlockPosition, type Tags, type TreeAnswer, treeOf } from './treeSource.ts'
import { TreeStore } from './treeStore.ts'

/** A move of the head, as `ommer_headMoves` reports it. */
export interface HeadMove extends Tags {
  /** hashes of the blocks that are not canonical any more */
  readonly removed: readonly string[]
  /** hashes of the blocks that are canonical now, oldest first */
  readonly added: readonly string[]
  /** how many hashes both lists lack because they would be too long; absent for none */
  readonly omitted?: number
}

/** How far below its includer an uncle may be. */
const UNCLE_DEPTH = 8

const POLL_INTERVAL = 2_000

/** Shorter than a person notices, and long enough for a burst of transactions to cost one request. */
const PENDING_DELAY = 250

/**
 * What the page knows about its endpoint. Everything is a signal, so that views show changes as they happen.
 */
export class Session {
  readonly addresses: Addresses
  readonly connection: RpcConnection
  readonly #permissions = signal<Permissions | undefined>(undefined)
  readonly #tags = signal<Tags | undefined>(undefined)
  readonly #pinned = signal<BlockPosition | null>(null)
  readonly #pending = signal<PendingTreeBlock | null>(null)
  readonly #lastMove = signal<HeadMove | undefined>(undefined)
  readonly #tree = signal<TreeStore | undefined>(undefined)
  readonly #problem = signal<Error | undefined>(undefined)
  readonly head: ReadonlySignal<BlockPosition | undefined>
  readonly safe: ReadonlySignal<BlockPosition | null>
  readonly finalized: ReadonlySignal<BlockPosition | null>
  readonly #ends: (() => void)[] = []
  #endPolling: (() => void) | undefined
  #pendingTimer: ReturnType<typeof setTimeout> | undefined

  constructor(addresses: Addresses, connection = new RpcConnection({ address: addresses.socket })) {
    this.addresses = addresses
    this.connection = connection
    this.head = computed(() => this.#tags.value?.head)
    this.safe = computed(() => this.#tags.value?.safe ?? null)
    this.finalized = computed(() => this.#tags.value?.finalized ?? null)
    this.#ends.push(
      effect(() => {
        if (connection.state.value.phase === 'open') void this.#opened()
      }),
    )
  }

  /** undefined until the server has said what the key may do */
  get permissions(): ReadonlySignal<Permissions | undefined> {
    return this.#permissions
  }

  /** the pinned block of a fork; the page reads none below it that nobody asks for */
  get pinned(): ReadonlySignal<BlockPosition | null> {
    return this.#pinned
  }

  get pending(): ReadonlySignal<PendingTreeBlock | null> {
    return this.#pending
  }

  /** the last move of the head that was observed */
  get lastMove(): ReadonlySignal<HeadMove | undefined> {
    return this.#lastMove
  }

  /** undefined until it is known which methods the endpoint serves */
  get tree(): ReadonlySignal<TreeStore | undefined> {
    return this.#tree
  }

  /** why the page can show nothing */
  get problem(): ReadonlySignal<Error | undefined> {
    return this.#problem
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#endPolling?.()
    clearTimeout(this.#pendingTimer)
    this.connection.close()
  }

  /** After the first connection and each later one: the server may be another one, and blocks may have changed. */
  async #opened(): Promise<void> {
    try {
      const permissions = await loadPermissions(this.connection)
      this.#permissions.value = permissions
      this.#problem.value = undefined
      const known = this.#tree.peek()
      if (known !== undefined) {
        known.reset()
        return
      }
      const isCore = permissions.methods === 'core'
      const source = isCore ? coreTreeOf(this.connection) : treeOf(this.connection)
      const tree = new TreeStore(source, (answer) => this.#answered(answer))
      this.#tree.value = tree
      if (isCore) this.#poll()
      else this.#subscribe()
      tree.refresh(0, 0)
    } catch (error) {
      // A lost connection opens again, and asks again.
      if (!(error instanceof DisconnectedError)) this.#problem.value = error as Error
    }
  }

  #subscribe(): void {
    const { connection } = this
    this.#ends.push(
      connection.subscribe(
        ['ommer_headMoves'],
        (move) => this.#moved(move as HeadMove),
        () => this.#poll(),
      ),
      connection.subscribe(['newPendingTransactions'], () => this.#pendingChanged()),
    )
  }

  #moved(move: HeadMove): void {
    this.#tags.value = { head: move.head, safe: move.safe, finalized: move.finalized }
    this.#lastMove.value = move
    if (move.omitted !== undefined) {
      this.#tree.peek()?.reset()
      return
    }
    const fork = move.head.number - move.added.length
    const last = fork + Math.max(move.added.length, move.removed.length)
    this.#tree.peek()?.refresh(fork - UNCLE_DEPTH, last)
  }

  #pendingChanged(): void {
    if (this.#pendingTimer !== undefined) return
    this.#pendingTimer = setTimeout(() => {
      this.#pendingTimer = undefined
      const head = this.head.peek()
      if (head !== undefined) this.#tree.peek()?.refresh(head.number, head.number)
    }, PENDING_DELAY)
  }

  #answered({ head, safe, finalized, pending, pinned }: TreeAnswer): void {
    // Whoever reads the head knows how far down the page may read.
    this.#pinned.value = pinned ?? null
    this.#tags.value = { head, safe, finalized }
    this.#pending.value = pending
  }

  /** Without subscriptions the page asks for the head from time to time. */
  #poll(): void {
    if (this.#endPolling !== undefined) return
    const timer = setInterval(() => void this.#checkHead(), POLL_INTERVAL)
    this.#endPolling = () => clearInterval(timer)
  }

  async #checkHead(): Promise<void> {
    if (this.connection.state.peek().phase !== 'open') return
    const [outcome] = await this.connection.batch([
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ])
    const block = outcome?.result as { readonly number: string; readonly hash: string } | undefined
    const before = this.head.peek()
    if (block === undefined || before === undefined || block.hash === before.hash) return
    const number = Number(block.number)
    const tree = this.#tree.peek()
    // Nothing says how many blocks were removed, so what was loaded around the head is loaded again.
    tree?.refresh(Math.min(number, before.number) - 64, Math.max(number, before.number))
  }
}
