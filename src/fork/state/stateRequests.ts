import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerStateRoot } from '../../chain/encoding/decode/headerStateRoot.ts'
import { readHash } from '../../formats/readHash.ts'
import { fromHex, type Hex, toQuantity } from '../../primitives/hex.ts'
import { UpstreamError } from '../../primitives/upstreamError.ts'
import type { Upstream } from '../upstream.ts'

/** A block of the network, after which its state is read. */
export interface StateBlock {
  readonly number: number
  readonly hash: Hex
  /** 32 bytes */
  readonly stateRoot: Uint8Array
}

/** A block as one whose state is read. */
export function stateBlockOf(sealed: SealedBlock): StateBlock {
  const { number, hash } = sealed
  return { number, hash, stateRoot: fromHex(headerStateRoot(sealed) as Hex) }
}

/** How the network gives states. */
export interface StateAccess {
  /** whether it proves them (`eth_getProof`) */
  readonly isProven: boolean
  /** whether blocks are named by hash (EIP-1898); otherwise by number, and the hash is checked after each read */
  readonly isByHash: boolean
  /** why there are no proofs, if the network has them perhaps; by default it gave none */
  readonly noProofsBecause?: string | undefined
}

/** Asks the network about the state after one block. Errors name the block. */
export class StateRequests {
  readonly block: StateBlock
  readonly access: StateAccess
  readonly #upstream: Upstream
  readonly #signal: AbortSignal | undefined

  /** @param signal ends them; default: nothing does */
  constructor(upstream: Upstream, block: StateBlock, access: StateAccess, signal?: AbortSignal) {
    this.#upstream = upstream
    this.block = block
    this.access = access
    this.#signal = signal
  }

  /** The same, which a signal ends. */
  until(signal: AbortSignal): StateRequests {
    return new StateRequests(this.#upstream, this.block, this.access, signal)
  }

  /** @throws {UpstreamError} if no node may be asked for `what` */
  requireOnline(what: string): void {
    this.#upstream.requireOnline(`${what} (${this.#where})`)
  }

  /**
   * The result of a method whose last parameter is a block.
   *
   * @throws {UpstreamError}
   */
  get(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { number, hash } = this.block
    const block = this.access.isByHash ? { blockHash: hash } : toQuantity(number)
    return this.#ask(method, ...params, block)
  }

  /**
   * Reads values. Where blocks are named by number, the node may have another one by now.
   *
   * @throws {UpstreamError} if it has
   */
  async values<T>(read: (requests: StateRequests) => Promise<T>): Promise<T> {
    if (this.access.isByHash) return read(this)
    return this.#upstream.fromOneNode(async (node) => {
      const requests = new StateRequests(node, this.block, this.access, this.#signal)
      const values = await read(requests)
      await requests.#requireSameBlock()
      return values
    })
  }

  async #requireSameBlock(): Promise<void> {
    const { number, hash } = this.block
    const now = await this.#ask('eth_getBlockByNumber', toQuantity(number), false)
    const found = readHash(Object(now).hash)
    if (found === hash) return
    throw this.wrong(`the node has ${found ?? 'no block'} at ${number} by now, not ${hash}`)
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#upstream.read(method, params, { signal: this.#signal })
  }

  /** The error of an answer that is wrong. */
  wrong(problem: string, cause?: unknown): UpstreamError {
    return new UpstreamError(`${problem} (${this.#where})`, { cause })
  }

  get #where(): string {
    const { number, hash } = this.block
    return `state after block ${number}, ${hash}`
  }
}
