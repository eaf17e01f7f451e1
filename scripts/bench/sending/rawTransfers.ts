import { type Hex, keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** Anvil's, and Hardhat's. */
export const CHAIN_ID = 31337

/** The first account that Anvil and `ommer --dev` fund by default. */
export const account = mnemonicToAccount(
  'test test test test test test test test test test test junk',
)

/** A transfer as it is sent. */
interface RawTransfer {
  readonly raw: Hex
  readonly hash: Hex
}

/** By nonce: each node gets the same ones. */
const signed: RawTransfer[] = []

/** Signed transfers of one account, in order of nonce. */
export class RawTransfers {
  #nonce = 0

  async next(count: number): Promise<readonly RawTransfer[]> {
    const start = this.#nonce
    this.#nonce += count
    while (signed.length < this.#nonce) signed.push(await sign(signed.length))
    return signed.slice(start, this.#nonce)
  }
}

async function sign(nonce: number): Promise<RawTransfer> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce,
    to: '0x1111111111111111111111111111111111111111',
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  return { raw, hash: keccak256(raw) }
}
