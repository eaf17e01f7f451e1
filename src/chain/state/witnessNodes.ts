import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { EMPTY_STORAGE, type StateTrie, type StorageTrie } from './account.ts'
import { hashState } from './hashState.ts'
import type { TouchedName } from './touchedName.ts'
import type { Trie } from './trie.ts'

/**
 * The trie nodes with which somebody who has no state can run a block and compute the root after it: those on the paths
 * to all that the block reads, and those that move up when it deletes values. As in geth, all other values are set before,
 * so that fewer nodes move (core/state/statedb.go, IntermediateRoot).
 *
 * All is read by its name before it is proven: the state of a forked network is read by names.
 *
 * @param before the state before the block
 * @param after the state after it
 * @yields how many bytes the nodes take so far
 * @throws {Miss} if the state of a forked network was not read yet
 */
export function* witnessNodes(
  before: StateTrie,
  after: StateTrie,
  touched: readonly TouchedName[],
): Generator<number, ReadonlySet<Hex>, void> {
  for (const _ of hashState(before)) yield 0
  const nodes = new WitnessNodes()
  const proveAccount = before.prover(toHex)
  const accounts: Uint8Array[] = []
  for (const { address, slots } of touched) {
    const key = keccak256(fromHex(address))
    accounts.push(key)
    const storage = before.get(key, address)?.storage ?? EMPTY_STORAGE
    nodes.add(proveAccount(key))
    yield nodes.bytes
    if (storage.top === undefined || slots.length === 0) continue
    yield* addStorage(nodes, storage, after.get(key)?.storage, slots)
  }
  if (accounts.length === 0) nodes.add(rootOf(before))
  yield* addMoved(nodes, before, after, accounts)
  return nodes.all
}

const ANYBODY = `0x${'00'.repeat(20)}` as const

/** The root alone. It is part of every witness; where a block reads anything, each path begins with it. */
function rootOf(state: StateTrie): readonly Hex[] {
  const key = keccak256(fromHex(ANYBODY))
  state.get(key, ANYBODY)
  return state.prover(toHex)(key).slice(0, 1)
}

class WitnessNodes {
  readonly all = new Set<Hex>()
  bytes = 0

  add(nodes: readonly Hex[]): void {
    for (const node of nodes) {
      if (!this.all.has(node)) this.bytes += node.length
      this.all.add(node)
    }
  }
}

/** @param after undefined if the account does not exist any more */
function* addStorage(
  nodes: WitnessNodes,
  before: StorageTrie,
  after: StorageTrie | undefined,
  slots: readonly Hex[],
): Generator<number, void, void> {
  const prove = before.prover(toHex)
  const keys: Uint8Array[] = []
  for (const slot of slots) {
    const key = keccak256(fromHex(slot))
    keys.push(key)
    before.get(key, slot)
    nodes.add(prove(key))
    yield nodes.bytes
  }
  // Nobody computes the root of a storage that is gone.
  if (after !== undefined) yield* addMoved(nodes, before, after, keys)
}

/** Adds the nodes that move up when values are deleted. */
function* addMoved<Value>(
  nodes: WitnessNodes,
  before: Trie<Value>,
  after: Trie<Value>,
  keys: readonly Uint8Array[],
): Generator<number, void, void> {
  const deleted = keys.filter(
    (key) => before.get(key) !== undefined && after.get(key) === undefined,
  )
  if (deleted.length === 0) return
  let trie = before
  for (const key of keys) {
    const value = after.get(key)
    if (value === undefined || before.get(key) === value) continue
    trie = trie.set(key, value)
    yield nodes.bytes
  }
  for (const key of deleted) {
    trie = trie.deleteReading(key, (node) => nodes.add([toHex(node)]))
    yield nodes.bytes
  }
}
