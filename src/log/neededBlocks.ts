import type { SealedBlock } from '../chain/encoding/block.ts'
import { unalteredOf } from '../chain/encoding/storedBlock.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { journalFactsOf } from '../moves/moveRegistry.ts'
import type { Hex } from '../primitives/hex.ts'
import type { ChangeEntry, Entry } from './entry.ts'

/**
 * Keeps the blocks to which later entries of a journal move by hash, until these are replayed. When an endpoint freed blocks
 * depended on limits, on other endpoints, and on changes that failed: a replay might free them sooner.
 */
export class NeededBlocks {
  /** by number, what the entries need that are not replayed */
  readonly #needs = new Map<number, readonly Hex[]>()
  /** by hash of a block, how many of these entries need it */
  readonly #counts = new Map<Hex, number>()
  /** by hash, what releases the blocks that are kept */
  readonly #kept = new Map<Hex, (() => void)[]>()
  /** by what adds their blocks, what ends that chains are watched */
  readonly #watched = new Map<object, () => void>()

  constructor(entries: readonly Entry[]) {
    const heads = new Map<string, Hex>()
    for (const entry of entries) {
      if (!('change' in entry)) continue
      const { sequence, endpoint, start, end } = entry
      const needed = findsBlock(entry) ? [end.hash] : []
      // A head that follows another one moves without an entry, and that one may have moved on since.
      if (heads.get(endpoint) !== start) needed.push(start)
      heads.set(endpoint, end.hash)
      if (needed.length === 0) continue
      this.#needs.set(sequence, needed)
      for (const hash of needed) this.#counts.set(hash, (this.#counts.get(hash) ?? 0) + 1)
    }
  }

  /** Keeps blocks of an endpoint from now on. They had room before, so they may exceed a limit that is lower now. */
  watch({ chain }: Endpoint): void {
    const { children, memory } = chain
    if (this.#watched.has(children)) return
    const stop = children.onSideBlock((block) => this.#keep(chain, block))
    memory.mayExceed = true
    this.#watched.set(children, () => {
      stop()
      memory.mayExceed = false
    })
  }

  /** Undoes changes by hand of the block that an entry names, if that had been freed with them, and built again. */
  prepare(entry: ChangeEntry, { chain }: Endpoint): void {
    const { hash, stateRoot } = entry.end
    if (stateRoot !== undefined || !findsBlock(entry)) return
    const block = chain.tree.byHash(hash)
    if (block !== undefined) chain.present(unalteredOf(block))
  }

  /** An entry was replayed. */
  replayed({ sequence }: ChangeEntry): void {
    for (const hash of this.#needs.get(sequence) ?? []) {
      const count = (this.#counts.get(hash) ?? 1) - 1
      if (count > 0) this.#counts.set(hash, count)
      else this.#forget(hash)
    }
    this.#needs.delete(sequence)
  }

  /** Keeps nothing any more. */
  end(): void {
    for (const hash of [...this.#kept.keys()]) this.#forget(hash)
    for (const stop of this.#watched.values()) stop()
    this.#watched.clear()
  }

  #keep(chain: Overlay, block: SealedBlock): void {
    if (!this.#counts.has(block.hash)) return
    chain.children.retain(block)
    const release = (): void => chain.children.release(block)
    this.#kept.set(block.hash, [...(this.#kept.get(block.hash) ?? []), release])
  }

  #forget(hash: Hex): void {
    this.#counts.delete(hash)
    for (const release of this.#kept.get(hash) ?? []) release()
    this.#kept.delete(hash)
  }
}

/** Whether a change moves the head to a block that existed before. */
function findsBlock({ change: { move, args } }: ChangeEntry): boolean {
  return journalFactsOf(move).findsBlock?.(args) === true
}
