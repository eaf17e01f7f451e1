import { EMPTY_CODE_HASH } from '../../chain/state/account.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import type { ValuesState } from '../../chain/state/valuesState.ts'
import { type Hex, withoutLeadingZeros } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readBigInt } from '../../record/quantity.ts'
import { bytesOf } from './answeredBytes.ts'
import type { WantedParts } from './joinedReads.ts'
import type { StateRequests } from './stateRequests.ts'

/** https://eips.ethereum.org/EIPS/eip-2681 */
const NONCE_MAX = 2n ** 64n - 1n

const ACCOUNT_METHODS = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']

/** Reads accounts and slots as values, which nothing proves. */
export class ValueReads {
  readonly #requests: StateRequests
  readonly #values: ValuesState
  readonly #codes: KnownNodes['codes']

  constructor(requests: StateRequests, values: ValuesState, codes: KnownNodes['codes']) {
    this.#requests = requests
    this.#values = values
    this.#codes = codes
  }

  /** @throws {UpstreamError} */
  async read(address: Hex, { hasAccount, slots }: WantedParts): Promise<void> {
    const requests = this.#requests
    const [account, words] = await requests.values((node) =>
      Promise.all([
        Promise.all(hasAccount ? ACCOUNT_METHODS.map((each) => node.get(each, address)) : []),
        Promise.all(slots.map((slot) => node.get('eth_getStorageAt', address, slot))),
      ]),
    )
    if (hasAccount) this.#addAccount(address, account)
    for (const [index, slot] of slots.entries()) {
      const value = withoutLeadingZeros(bytesOf(words[index], `slot ${slot} of ${address}`))
      if (value.length > 32) throw requests.wrong(`slot ${slot} of ${address} has over 32 bytes`)
      this.#values.addSlot(address, slot, value)
    }
  }

  #addAccount(address: Hex, read: readonly unknown[]): void {
    const [balance, nonce] = read.map(readBigInt)
    const code = bytesOf(read[2], `the code of ${address}`)
    if (balance === undefined || nonce === undefined || nonce > NONCE_MAX) {
      throw this.#requests.wrong(`the balance or nonce of ${address} is no valid quantity`)
    }
    const hash = code.length === 0 ? EMPTY_CODE_HASH : keccak256(code)
    if (code.length > 0) this.#codes.set(Buffer.from(hash).toString('hex'), { hash, code })
    this.#values.add(address, { nonce, balance, codeHash: hash })
  }
}
