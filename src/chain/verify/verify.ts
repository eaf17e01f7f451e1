import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import type { Rules } from '../protocol/rules.ts'
import { type DecodedBlock, decodeBlock, type VerifiableBlock } from './block.ts'
import { verifyBlock } from './blockRules.ts'
import { type Finding, toFinding, Violation } from './finding.ts'
import type { Ancestor } from './headerRules.ts'
import { Nonces } from './nonces.ts'
import { Protocol } from './protocol.ts'

/** An encoded chain, and the rules that it claims to follow. */
export interface VerifiableChain {
  readonly rules: Pick<Rules, 'chainId' | 'forks'>
  /** the main branch, from genesis on */
  readonly blocks: Iterable<VerifiableBlock>
  /** whole blocks of other branches in any order, for example those that became uncles */
  readonly sideBlocks?: Iterable<VerifiableBlock>
}

/** What was checked, if nothing is wrong. */
interface Verified {
  readonly ok: true
  /** of the main branch, above genesis */
  readonly blocks: number
  readonly sideBlocks: number
  /** of the main branch */
  readonly transactions: number
  /** included by blocks of the main branch */
  readonly uncles: number
  /** hash of the last block of the main branch */
  readonly head: Hex
}

export type VerificationResult = Verified | { readonly ok: false; readonly finding: Finding }

/**
 * Checks an encoded chain by rules that are implemented separately from the Yellow Paper and the EIPs, and share no
 * code with the block builder. It reports a violation instead of throwing, whatever the bytes are.
 *
 * Sections of the Yellow Paper are those of its Berlin version, the last one with proof of work and uncles.
 *
 * It checks hashes, links, header fields, roots, blooms, signatures, nonces, gas and fees, uncles, and if they are
 * given, receipts, senders and total difficulties. It does not check what depends on running the transactions, on the
 * beacon chain or on proof of work: `stateRoot`, the outcome and logs of a transaction, what its code accesses, balances,
 * `requestsHash`, `parentBeaconBlockRoot`, `slotNumber`, `mixHash` and, before the merge, `nonce`. It accepts the difficulty, gas limit and fees of
 * genesis, and takes the merge from the schedule, whatever the total difficulty is.
 *
 * @param options `signal` aborts the check with its reason
 * @throws {TypeError} if it is no encoded chain
 * @returns what was checked, or the first finding: first on the main branch, then on the side blocks by number
 */
export async function verify(
  chain: VerifiableChain,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<VerificationResult> {
  if (typeof chain?.blocks?.[Symbol.iterator] !== 'function') {
    throw new TypeError('verify: want encoded blocks; those of a Chain are verifiableChain(chain)')
  }
  const verification = new Verification(chain, yieldEvery(1, signal))
  try {
    return await verification.run()
  } catch (error) {
    if (error instanceof Violation) {
      return { ok: false, finding: toFinding(error, verification.place) }
    }
    throw error
  }
}

class Verification {
  /** the block that is being checked, for findings */
  place: { readonly number: number | null; readonly hash: Hex | null } = { number: 0, hash: null }
  readonly #chain: VerifiableChain
  readonly #sideBlocks: readonly VerifiableBlock[]
  /** after each block */
  readonly #pause: () => Promise<void> | undefined
  readonly #protocol: Protocol
  readonly #known = new Map<Hex, Ancestor>()
  /** after each side block, and after each block of the main branch that one is built on */
  readonly #nonces = new Map<Hex, Nonces>()

  constructor(chain: VerifiableChain, pause: () => Promise<void> | undefined) {
    this.#chain = chain
    this.#sideBlocks = [...(chain.sideBlocks ?? [])]
    this.#pause = pause
    this.#protocol = new Protocol(chain.rules)
  }

  async run(): Promise<Verified> {
    const nonces = new Nonces()
    const forks = new Set(this.#sideBlocks.map(parentHashOf))
    let parent: Ancestor | undefined
    let transactions = 0
    let uncles = 0
    for (const block of this.#chain.blocks) {
      const number: bigint = parent === undefined ? 0n : parent.number + 1n
      this.place = { number: Number(number), hash: block.hash ?? null }
      const decoded = this.#decode(block, number)
      parent = await verifyBlock(block, decoded, { protocol: this.#protocol, parent, nonces })
      this.#known.set(parent.hash, parent)
      if (forks.has(parent.hash)) this.#nonces.set(parent.hash, new Nonces(nonces))
      transactions += decoded.transactions.length
      uncles += decoded.uncles.length
      await this.#pause()
    }
    if (parent === undefined) {
      throw new Violation('block', 'absent', 'present', 'a chain begins with its genesis')
    }
    const { number, hash } = parent
    const sideBlocks = await this.#verifySideBlocks()
    return { ok: true, blocks: Number(number), sideBlocks, transactions, uncles, head: hash }
  }

  /** @returns how many blocks were checked */
  async #verifySideBlocks(): Promise<number> {
    const sideBlocks: { block: VerifiableBlock; decoded: DecodedBlock }[] = []
    for (const block of this.#sideBlocks) {
      this.place = { number: block.number ?? null, hash: block.hash ?? null }
      sideBlocks.push({ block, decoded: this.#decode(block) })
    }
    // Sorted by number, so that parents are checked before their children.
    sideBlocks.sort((one, other) => Number(one.decoded.header.number - other.decoded.header.number))
    for (const { block, decoded } of sideBlocks) {
      const { number, hash, parentHash } = decoded.header
      this.place = { number: Number(number), hash: block.hash ?? hash }
      const parent = this.#known.get(parentHash)
      if (parent === undefined) {
        const expected = 'the hash of a block of the chain'
        throw new Violation('parentHash', parentHash, expected, 'branches have a common root')
      }
      const nonces = new Nonces(this.#nonces.get(parentHash))
      const checked = await verifyBlock(block, decoded, {
        protocol: this.#protocol,
        parent,
        nonces,
      })
      this.#known.set(checked.hash, checked)
      this.#nonces.set(checked.hash, nonces)
      await this.#pause()
    }
    return sideBlocks.length
  }

  #decode(block: VerifiableBlock, expectedNumber?: bigint): DecodedBlock {
    const decoded = decodeBlock(block.rlp, this.#protocol, expectedNumber)
    const { number, hash } = decoded.header
    this.place = { number: this.place.number ?? Number(number), hash: this.place.hash ?? hash }
    return decoded
  }
}

/** @returns undefined if the bytes are not a block, which is reported when the block is checked */
function parentHashOf({ rlp, parentHash }: VerifiableBlock): Hex | undefined {
  if (parentHash !== undefined) return parentHash
  try {
    const [[first]] = RLP.decode(rlp) as [[Uint8Array]]
    return toHex(first)
  } catch {
    return undefined
  }
}
