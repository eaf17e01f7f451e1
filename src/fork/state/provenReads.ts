import { RLP } from '@ethereumjs/rlp'
import { EMPTY_CODE_HASH } from '../../chain/state/account.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import type { JsonObject } from '../../formats/json/blockJson.ts'
import { messageOf } from '../../primitives/errors.ts'
import { fromHex, type Hex, toBigInt, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { UpstreamError } from '../../primitives/upstreamError.ts'
import { readBigInt } from '../../record/quantity.ts'
import { addPath, WrongProofError } from './addPath.ts'
import { bytesList, bytesOf } from './answeredBytes.ts'
import type { WantedParts } from './joinedReads.ts'
import type { StateRequests } from './stateRequests.ts'

/** Reads accounts and slots with their proofs (`eth_getProof`), and checks them against the state root. */
export class ProvenReads {
  readonly #requests: StateRequests
  readonly #known: KnownNodes

  constructor(requests: StateRequests, known: KnownNodes) {
    this.#requests = requests
    this.#known = known
  }

  /** @throws {UpstreamError} */
  async read(address: Hex, { hasAccount, slots }: WantedParts): Promise<void> {
    // In one round trip: most accounts that are read are contracts, whose code runs next.
    const [codeHash, code] = await Promise.all([
      this.readProof(address, slots),
      hasAccount ? this.#requests.get('eth_getCode', address) : undefined,
    ])
    if (hasAccount) this.#addCode(address, bytesOf(code, `the code of ${address}`), codeHash)
  }

  /**
   * Adds the nodes of the proof of an account and of slots to the known ones.
   *
   * @returns the hash of the account's code
   * @throws {UpstreamError}
   */
  async readProof(address: Hex, slots: readonly Hex[]): Promise<Uint8Array> {
    const what = `the proof of ${address}`
    const proof = Object(await this.#requests.get('eth_getProof', address, slots)) as JsonObject
    try {
      const account = this.#addAccount(address, proof, what)
      this.#addSlots(address, account.storageRoot, slots, proof)
      return account.codeHash
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause
      throw this.#requests.wrong(`${what}: ${messageOf(cause)}`, cause)
    }
  }

  #addAccount(address: Hex, proof: JsonObject, what: string) {
    const { nodes, names } = this.#known
    const { stateRoot } = this.#requests.block
    const key = keccak256(fromHex(address))
    const leaf = addFromRoot(stateRoot, key, bytesList(proof.accountProof, what), nodes)
    const fields = leaf === undefined ? [] : (RLP.decode(leaf) as Uint8Array[])
    const [nonce = NOTHING, balance = NOTHING, storageRoot, codeHash = EMPTY_CODE_HASH] = fields
    names.set(Buffer.from(key).toString('latin1'), address)
    // Whoever reads the fields instead of the proof would be deceived.
    if (readBigInt(proof.balance) !== toBigInt(balance))
      throw this.#requests.wrong(`${what} has another balance`)
    if (readBigInt(proof.nonce) !== toBigInt(nonce))
      throw this.#requests.wrong(`${what} has another nonce`)
    return { storageRoot, codeHash }
  }

  /** @param storageRoot undefined if there is no account */
  #addSlots(
    address: Hex,
    storageRoot: Uint8Array | undefined,
    slots: readonly Hex[],
    { storageProof }: JsonObject,
  ): void {
    const { nodes, names } = this.#known
    const items = Array.isArray(storageProof) ? (storageProof as JsonObject[]) : []
    for (const [index, slot] of slots.entries()) {
      const what = `slot ${slot} of ${address}`
      const key = keccak256(fromHex(slot))
      names.set(Buffer.from(key).toString('latin1'), slot)
      if (storageRoot === undefined) continue
      const item = Object(items[index]) as JsonObject
      const leaf = addPath(storageRoot, key, bytesList(item.proof, what), nodes)
      const value = leaf === undefined ? 0n : toBigInt(RLP.decode(leaf) as Uint8Array)
      if (readBigInt(item.value) !== value)
        throw this.#requests.wrong(`the proof of ${what} has another value`)
    }
  }

  #addCode(address: Hex, code: Uint8Array, codeHash: Uint8Array): void {
    const hash = keccak256(code)
    if (Buffer.compare(hash, codeHash) !== 0) {
      throw this.#requests.wrong(
        `the code of ${address} has hash ${toHex(hash)} instead of ${toHex(codeHash)}`,
      )
    }
    if (code.length > 0) this.#known.codes.set(Buffer.from(hash).toString('hex'), { hash, code })
  }
}

const NOTHING = new Uint8Array(0)

/** As `addPath`, from the root of the state, which a development node may not have any more. */
const addFromRoot: typeof addPath = (...path) => {
  try {
    return addPath(...path)
  } catch (cause) {
    if (!(cause instanceof WrongProofError) || cause.depth > 0) throw cause
    const hint = `the node has another state than the block names; on a development node it may have been changed by hand after the block`
    throw new WrongProofError(`${cause.message}: ${hint}`, 0)
  }
}
