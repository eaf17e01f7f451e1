import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { createdAddress } from './createdAddress.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { requireEqual, Violation } from './finding.ts'
import type { DecodedLog } from './receipts.ts'

/** EIP-7708 */
const SYSTEM_ADDRESS = `0x${'ff'.repeat(19)}fe`
const TRANSFER = toHex(keccak256(Buffer.from('Transfer(address,address,uint256)')))

/**
 * Checks the logs of transfers (EIP-7708): those that exist, and that a transaction that succeeds and sends ether to
 * another account begins with that of its own. Transfers by code only running it shows.
 *
 * @param path of the receipt
 * @throws {Violation}
 */
export function requireTransferLogs(
  path: string,
  { outcome, logs }: { readonly outcome: Uint8Array; readonly logs: readonly DecodedLog[] },
  { isCreation, to, value, nonce }: DecodedTransaction,
  sender: Hex,
): void {
  for (const [index, log] of logs.entries()) {
    if (toHex(log.address) === SYSTEM_ADDRESS) requireTransfer(`${path}.logs[${index}]`, log)
  }
  const recipient = isCreation ? createdAddress(sender, nonce) : toHex(to)
  if (outcome.length === 0 || value === 0n || recipient === sender) return
  const words = [wordOf(sender), wordOf(recipient), wordOf(`0x${value.toString(16)}`)]
  const expected = [SYSTEM_ADDRESS, TRANSFER, ...words].join()
  const [first] = logs
  const actual = first && [first.address, ...first.topics, first.data].map(toHex).join()
  const rule = 'the first log of a transfer of ether is its own (EIP-7708)'
  requireEqual<string>(`${path}.logs[0]`, actual ?? 'absent', expected, rule)
}

/** A log of the protocol names two accounts, and an amount above zero. */
function requireTransfer(path: string, { topics, data }: DecodedLog): void {
  const [event, from, to] = topics.map(toHex)
  const names = [from, to].every((topic) => topic?.startsWith(`0x${'00'.repeat(12)}`))
  const isAmount = data.length === 32 && data.some((byte) => byte !== 0)
  if (event === TRANSFER && topics.length === 3 && names && from !== to && isAmount) return
  throw new Violation(
    path,
    [...topics, data].map(toHex).join(),
    'Transfer, two accounts and an amount in wei',
    `${SYSTEM_ADDRESS} logs transfers only (EIP-7708)`,
  )
}

function wordOf(hex: string): string {
  return `0x${hex.slice(2).padStart(64, '0')}`
}
