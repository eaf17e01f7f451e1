import { fromHex } from '../../../primitives/hex.ts'
import { SYSTEM_CALLER } from '../../contracts/system.ts'

/** A log as the EVM has it. */
export type TransferLog = [address: Uint8Array, topics: Uint8Array[], data: Uint8Array]

const TRANSFER_ADDRESS = fromHex(SYSTEM_CALLER)

/** keccak of `Transfer(address,address,uint256)` */
const TRANSFER_TOPIC = fromHex('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')

/**
 * The log of a transfer of ether (EIP-7708).
 *
 * @param from 20 bytes
 * @param to 20 bytes: another account
 * @param wei above 0
 */
export function transferLog(from: Uint8Array, to: Uint8Array, wei: bigint): TransferLog {
  const data = Buffer.from(wei.toString(16).padStart(64, '0'), 'hex')
  return [TRANSFER_ADDRESS, [TRANSFER_TOPIC, wordOf(from), wordOf(to)], new Uint8Array(data)]
}

function wordOf(address: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(address, 12)
  return word
}
