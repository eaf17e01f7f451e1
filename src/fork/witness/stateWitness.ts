import { EMPTY_CODE_HASH, type StateTrie } from '../../chain/state/account.ts'
import type { ByteText } from '../../chain/state/byteText.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import { accountAt, codeOf, slotOf } from '../../chain/state/stateReads.ts'
import type { ValuesState } from '../../chain/state/valuesState.ts'
import { fromHex, type Hex, toHex, toMinimalBytes, toQuantity } from '../../primitives/hex.ts'
import { missOf } from '../../primitives/miss.ts'
import type { Witness } from './witness.ts'
import { stateName } from './witnessLines.ts'

type Read = readonly [address: Hex, slot: Hex | undefined]

/** What is read of the state after one block: what a witness has of it, and what is kept in it. */
export class StateWitness {
  readonly #witness: Witness
  /** how lines name the state */
  readonly #name: string
  readonly #state: StateTrie
  readonly #known: KnownNodes
  readonly #noted = new Set<string>()
  readonly #usedNodes = new Set<ByteText>()
  /** what was asked for and is not in the witness yet */
  #reads: Read[] = []

  constructor(
    witness: Witness,
    block: { readonly number: number; readonly hash: Hex },
    state: StateTrie,
    known: KnownNodes,
  ) {
    this.#witness = witness
    this.#name = stateName(block)
    this.#state = state
    this.#known = known
  }

  /** Adds an account or a slot, if the witness has it. */
  recall(values: ValuesState, address: Hex, slot?: Hex): void {
    const words = this.#witness.valueOf(this.#nameOf([address, slot]))
    if (words === undefined) return
    if (slot !== undefined) {
      values.addSlot(address, slot, toMinimalBytes(BigInt(words[0] as string)))
      return
    }
    const [nonce, balance, code] = words as readonly [string, string, string?]
    if (code !== undefined && this.#known.codes.get(code.slice(2)) === undefined) return
    const codeHash = code === undefined ? EMPTY_CODE_HASH : fromHex(code)
    values.add(address, { nonce: BigInt(nonce), balance: BigInt(balance), codeHash })
  }

  noteRead(address: Hex, slot?: Hex): void {
    const name = slot === undefined ? address : `${address} ${slot}`
    if (this.#noted.has(name)) return
    this.#noted.add(name)
    this.#reads.push([address, slot])
    this.#witness.addReads(this)
  }

  /** Reads that were not known before may be known now. */
  noteKnown(): void {
    if (this.#reads.length > 0) this.#witness.addReads(this)
  }

  noteNode(reference: ByteText): void {
    if (this.#usedNodes.has(reference)) return
    this.#usedNodes.add(reference)
    const node = this.#known.nodes.get(reference)
    if (node !== undefined) this.#witness.addNode(reference, node)
  }

  /**
   * Adds the reads to the witness.
   *
   * @returns whether it has all now: what is not known yet is added the next time
   */
  collect(): boolean {
    this.#reads = this.#reads.filter((read) => {
      try {
        this.#witness.add(this.#lineOf(read))
        return false
      } catch (error) {
        if (missOf(error) === undefined) throw error
        return true
      }
    })
    return this.#reads.length === 0
  }

  #nameOf([address, slot]: Read): string {
    return slot === undefined
      ? `account ${this.#name} ${address}`
      : `slot ${this.#name} ${address} ${toQuantity(BigInt(slot))}`
  }

  #lineOf(read: Read): string {
    const [address, slot] = read
    const name = this.#nameOf(read)
    const account = accountAt(this.#state, address)
    if (slot !== undefined) return `${name} ${toQuantity(BigInt(toHex(slotOf(account, slot))))}`
    const { nonce = 0n, balance = 0n, codeHash = EMPTY_CODE_HASH } = account ?? {}
    const code = codeOf(account, this.#known.codes)
    if (code.length === 0) return `${name} ${nonce} ${balance}`
    const hash = toHex(codeHash)
    this.#witness.addCode(hash.slice(2), code)
    return `${name} ${nonce} ${balance} ${hash}`
  }
}
