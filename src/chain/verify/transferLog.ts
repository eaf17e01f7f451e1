import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { requireEqual } from './finding.ts'
import type { DecodedLog } from './receipts.ts'

/** EIP-7708 */
const SYSTEM_ADDRESS = `0x${'ff'.repeat(19)}fe`
const TRANSFER = toHex(keccak256(Buffer.from('Transfer(address,address,uint256)')))

/**
 * The first log of a transaction that succeeds and sends ether to another account is that of the transfer (EIP-7708).
 *
 * @throws {Violation}
 */
export function requireTransferLog(
  field: string,
  { outcome, logs }: { readonly outcome: Uint8Array; readonly logs: readonly DecodedLog[] },
  { isCreation, to, value, nonce }: DecodedTransaction,
  sender: Hex,
): void {
  const recipient = isCreation ? createdAddress(sender, nonce) : toHex(to)
  if (outcome.length === 0 || value === 0n || recipient === sender) return
  const words = [wordOf(sender), wordOf(recipient), wordOf(`0x${value.toString(16)}`)]
  const expected = [SYSTEM_ADDRESS, TRANSFER, ...words].join()
  const [first] = logs
  const actual = first && [first.address, ...first.topics, first.data].map(toHex).join()
  const rule = 'the first log of a transfer of ether is its own (EIP-7708)'
  requireEqual<string>(field, actual ?? 'absent', expected, rule)
}

function createdAddress(sender: Hex, nonce: bigint): Hex {
  return toHex(keccak256(RLP.encode([sender, nonce])).subarray(12))
}

function wordOf(hex: string): string {
  return `0x${hex.slice(2).padStart(64, '0')}`
}
