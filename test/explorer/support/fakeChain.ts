import type { TreeBlock } from '../../../src/drawing/treeLayout.ts'
import type { TreeAnswer } from '../../../src/explorer/store/treeSource.ts'
import { treeBlock } from '../../support/treeBlock.ts'
import type { Methods } from './fakeServer.ts'

/** A chain of blocks without content, as `ommer_tree` shows it, that can be reorganized. */
export class FakeChain {
  readonly #blocks = new Map<string, TreeBlock>()
  /** of a fork */
  readonly #pinned: TreeAnswer['pinned']
  #head: TreeBlock

  /** @param pinned the number of the pinned block, if it is a fork */
  constructor(length: number, pinned?: number) {
    this.#pinned =
      pinned === undefined ? undefined : { number: pinned, hash: hashOf('main', pinned) }
    this.#head = this.#add(treeBlock(hashOf('main', 0), 0, 'none', { isCanonical: true }))
    for (let number = 1; number <= length; number += 1) this.mine()
  }

  get head(): TreeBlock {
    return this.#head
  }

  /** Adds a block to the head. */
  mine(label = 'main'): TreeBlock {
    const { number, hash } = this.#head
    this.#head = this.#add(
      treeBlock(hashOf(label, number + 1), number + 1, hash, { isCanonical: true }),
    )
    return this.#head
  }

  /**
   * Replaces blocks by others.
   *
   * @returns the notification about it
   */
  reorg(depth: number, length: number, label: string) {
    const removed: string[] = []
    for (let count = 0; count < depth; count += 1) {
      const { hash, parentHash } = this.#head
      removed.push(hash)
      this.#add({ ...this.#head, isCanonical: false })
      this.#head = this.#blocks.get(parentHash) as TreeBlock
    }
    const added = Array.from({ length }, () => this.mine(label).hash)
    return { ...this.tags(), removed, added }
  }

  tags() {
    const head = { number: this.#head.number, hash: this.#head.hash }
    return { head, safe: null, finalized: null }
  }

  tree(from: number, to: number): TreeAnswer {
    const { hash, number } = this.#head
    const pending = { parentHash: hash, number: number + 1, transactions: 0 }
    const blocks = [...this.#blocks.values()].filter(
      (each) => each.number >= from && each.number <= to,
    )
    return { ...this.tags(), pending, blocks, ...(this.#pinned && { pinned: this.#pinned }) }
  }

  /** The methods of a server with this chain. */
  methods(explorer: Readonly<Record<string, unknown>> = {}): Methods {
    return {
      ommer_tree: ({ from, to }: { from: number; to: number }) => this.tree(from, to),
      ommer_explorer: () => ({
        methods: 'all',
        dev: false,
        control: false,
        chainId: 1337,
        dialect: 'infura',
        ...explorer,
      }),
    }
  }

  #add(block: TreeBlock): TreeBlock {
    this.#blocks.set(block.hash, block)
    return block
  }
}

/** A hash that says which block it is. */
export function hashOf(label: string, number: number): string {
  const text = [...`${label}-`].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `0x${text}${String(number).padStart(64 - text.length, '0')}`
}
