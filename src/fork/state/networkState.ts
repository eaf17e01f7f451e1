import type { ExpectedCall } from '../../chain/execution/chainStates.ts'
import type { StateTrie } from '../../chain/state/account.ts'
import { type KnownNodes, provenState } from '../../chain/state/provenState.ts'
import type { StateReader, WantedNode } from '../../chain/state/stateReader.ts'
import { ValuesState } from '../../chain/state/valuesState.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import type { Upstream } from '../upstream.ts'
import { StateWitness } from '../witness/stateWitness.ts'
import type { Witness } from '../witness/witness.ts'
import { ExpectedReads } from './expectedReads.ts'
import { findNode } from './findNode.ts'
import { JoinedReads, type WantedParts } from './joinedReads.ts'
import { ProvenReads } from './provenReads.ts'
import type { Searches } from './searches.ts'
import { type StateAccess, type StateBlock, StateRequests } from './stateRequests.ts'
import { StorageRanges } from './storageRanges.ts'
import { ValueReads } from './valueReads.ts'

/** What is known of a network, whatever the block, and the searches for more. */
export interface KnownOfNetwork extends KnownNodes {
  readonly searches: Searches
}

/** The state after one block of the network, parts of which are read when they are missed. */
export class NetworkState implements StateReader {
  readonly trie: StateTrie
  readonly recall: StateReader['recall']
  readonly noteRead: StateReader['noteRead']
  readonly noteNode: StateReader['noteNode']
  readonly #requests: StateRequests
  readonly #known: KnownOfNetwork
  readonly #kept: StateWitness | undefined
  readonly #read: (address: Hex, parts: WantedParts, by?: StateRequests) => Promise<void>
  readonly #reads: JoinedReads
  readonly #expected: ExpectedReads
  readonly #proofs: ProvenReads
  readonly #ranges: StorageRanges

  constructor(
    upstream: Upstream,
    block: StateBlock,
    access: StateAccess,
    known: KnownOfNetwork,
    witness?: Witness,
  ) {
    const { stateRoot } = block
    const requests = new StateRequests(upstream, block, access)
    const values = access.isProven
      ? undefined
      : new ValuesState(stateRoot, known.names, this, access.noProofsBecause)
    const readsBy = (by: StateRequests) =>
      values === undefined ? new ProvenReads(by, known) : new ValueReads(by, values, known.codes)
    this.#requests = requests
    this.#known = known
    this.#proofs = new ProvenReads(requests, known)
    this.#ranges = new StorageRanges(upstream, block)
    this.#read = async (address, parts, by = requests) => {
      await readsBy(by).read(address, parts)
      this.#kept?.noteKnown()
    }
    this.#reads = new JoinedReads((address, parts) => this.#read(address, parts))
    this.#expected = new ExpectedReads(requests, this.#reads)
    if (witness !== undefined && values !== undefined) {
      this.recall = (address, slot) => this.#kept?.recall(values, address, slot)
    }
    if (witness?.isWritten) {
      this.noteRead = (address, slot) => this.#kept?.noteRead(address, slot)
      this.noteNode = (reference) => this.#kept?.noteNode(reference)
    }
    // Looks at which of the functions above there are.
    this.trie = values?.trie ?? provenState(stateRoot, known, this)
    this.#kept = witness && new StateWitness(witness, block, this.trie, known)
  }

  async readAccount(address: Hex): Promise<void> {
    this.#requests.requireOnline(`account ${address}`)
    await this.#reads.readAccount(address)
  }

  /** Reads an account by requests of its own, which a signal ends: no other work waits for them. */
  async readAccountUntil(address: Hex, signal: AbortSignal): Promise<void> {
    this.#requests.requireOnline(`account ${address}`)
    const parts = { hasAccount: true, slots: [] }
    await this.#read(address, parts, this.#requests.until(signal))
  }

  async readSlot(address: Hex, slot: Hex): Promise<void> {
    this.#requests.requireOnline(`slot ${toQuantity(BigInt(slot))} of account ${address}`)
    await this.#reads.readSlots(address, [slot])
  }

  async readNode(node: WantedNode): Promise<void> {
    const where = node.address === undefined ? 'accounts' : `the storage of ${node.address}`
    this.#requests.requireOnline(`a node in the trie of ${where}`)
    await findNode(node, this.#known, {
      readProof: (address, slots) => this.#proofs.readProof(address, slots),
      readRange: (wanted) => this.#ranges.read(wanted),
      signal: this.#known.searches.signal,
    })
  }

  /** Reads what a call will probably need, as `ExpectedReads` says. */
  expect(call: ExpectedCall, misses: number): Promise<void> | undefined {
    return this.#expected.read(call, misses)
  }
}
