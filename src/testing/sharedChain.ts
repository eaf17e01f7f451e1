import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { Chain } from '../chain/chain.ts'
import { transactionHashes } from '../chain/encoding/transactionHashes.ts'
import { noStates } from '../chain/execution/noStates.ts'
import type { StateHistory } from '../chain/execution/stateHistory.ts'
import { ExecutedStates } from '../chain/import/executedStates.ts'
import { ReadOnlyChainError } from '../chain/store/readOnlyChainError.ts'
import { BlockTree } from '../chain/store/tree.ts'
import { type PackedStates, unpackStates } from '../formats/cache/packedStates.ts'
import type { Hex } from '../primitives/hex.ts'
import {
  CHAIN_FILE,
  GROWTH_FILE,
  type GrowthEntry,
  LENGTH_BYTES,
  STATES_FILE,
  type WrittenChain,
} from './chainFiles.ts'

/** Where the chain of a server is to be had in this process. */
export interface ChainSource {
  /** It has all blocks that moves have added so far. */
  readonly chain: Chain
  /** Adds new blocks to the chain, if it was read. */
  refresh(): void
}

/**
 * The chain that a set-up has written to a folder. It is read when it is first used. Reading takes no generator and no
 * EVM, so a worker has it after milliseconds.
 */
export class SharedChain implements ChainSource {
  readonly #folder: string
  #loaded: { readonly chain: Chain; readonly tree: BlockTree } | undefined
  /** how many bytes of the growth file are read */
  #growthBytes = 0
  /** undefined until a state is read; then new changes are added to it */
  #history: StateHistory | undefined
  /** the changes that were read before the history */
  readonly #unread: Extract<GrowthEntry, { block: unknown }>[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  get chain(): Chain {
    this.#loaded ??= this.#load()
    this.refresh()
    return this.#loaded.chain
  }

  refresh(): void {
    if (this.#loaded === undefined) return
    const { tree } = this.#loaded
    for (const entry of this.#newEntries()) {
      if ('extendedBy' in entry) extend(tree, entry.extendedBy)
      else {
        tree.addSideBlock(entry.block)
        if (this.#history === undefined) this.#unread.push(entry)
        else addChanges(this.#history, entry)
      }
    }
  }

  #load() {
    const written: WrittenChain = deserialize(readFileSync(join(this.#folder, CHAIN_FILE)))
    const [first, ...others] = written.main as [WrittenChain['main'][0], ...WrittenChain['main']]
    const tree = new BlockTree(first.block, first.transactionHashes)
    for (const { block, transactionHashes } of others) tree.append(block, transactionHashes)
    for (const block of written.side) tree.addSideBlock(block)
    const { states: kind, main: _main, side: _side, ...parts } = written
    const chain = new Chain({
      ...parts,
      tree,
      states: () => this.#states(written, tree),
      isReadOnly: true,
      pending: null,
      blockFactory: () => {
        const problem =
          'a test reads the chain of the set-up and cannot extend it: move the endpoint, with mine or reorg'
        return Promise.reject(new ReadOnlyChainError(problem))
      },
    })
    return { chain, tree }
  }

  #states({ states, rules, genesis }: WrittenChain, tree: BlockTree) {
    if (states === 'forked')
      return noStates('only the set-up reads the forked network: ask the endpoint')
    if (states === 'none') return noStates('its files have no state')
    if (states === 'executed') return new ExecutedStates(rules, genesis, tree)
    const packed: PackedStates = deserialize(readFileSync(join(this.#folder, STATES_FILE)))
    const history = unpackStates(packed, tree)
    for (const entry of this.#unread.splice(0)) addChanges(history, entry)
    this.#history = history
    return history
  }

  /** Reads the entries that were written since the last time. */
  #newEntries(): GrowthEntry[] {
    const entries: GrowthEntry[] = []
    const bytes = readFrom(join(this.#folder, GROWTH_FILE), this.#growthBytes)
    for (let at = 0; at + LENGTH_BYTES <= bytes.length; ) {
      const end = at + LENGTH_BYTES + bytes.readUInt32LE(at)
      if (end > bytes.length) break // It is being written.
      entries.push(deserialize(bytes.subarray(at + LENGTH_BYTES, end)))
      this.#growthBytes += end - at
      at = end
    }
    return entries
  }
}

function extend(tree: BlockTree, hash: Hex): void {
  const block = tree.byHash(hash)
  if (block === undefined) return
  tree.append(block, transactionHashes(block))
}

function addChanges(
  history: StateHistory,
  { block, changes, codes }: Extract<GrowthEntry, { block: unknown }>,
): void {
  for (const [name, code] of codes) history.codes().set(name, code)
  if (changes !== undefined) history.addChanges(block.hash, changes)
}

/** The bytes of a file from an offset on. */
function readFrom(path: string, offset: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(fstatSync(file).size - offset, 0))
    const length = readSync(file, bytes, 0, bytes.length, offset)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
