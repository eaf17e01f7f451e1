import { type Hex, toHex } from '../../primitives/hex.ts'
import type { DecodedAccessList } from './accessList.ts'
import { createdAddress } from './createdAddress.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { Violation } from './finding.ts'
import type { Withdrawal } from './withdrawals.ts'

/** EIP-4788, EIP-2935, EIP-7002, EIP-7251, EIP-8282 */
const SYSTEM_CONTRACTS: readonly Hex[] = [
  '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
  '0x0000f90827f1c53a10cb7a02335b175320002935',
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
  '0x0000bff46984e3725691fa540a8c7589300d8282',
  '0x000064d678505ad48f8ccb093bc65613800e8282',
]

/** In gas (EIP-8037). */
const CODE_BYTE_GAS = 1530n

/** The first byte of code that delegates, which may replace other code of its length (EIP-7702). */
const DELEGATION = 0xef

/** A block whose accesses are known in part without running it. */
interface AccessingBlock {
  readonly header: DecodedHeader
  readonly transactions: readonly DecodedTransaction[]
  readonly senders: readonly Hex[]
  readonly withdrawals: readonly Withdrawal[]
}

/**
 * Checks that an access list has what a block accesses whatever its code does (EIP-7928): system contracts, senders and
 * their nonces, recipients, the miner and recipients of withdrawals. The rest only running the block shows.
 *
 * @throws {Violation}
 */
export function requireAccesses(
  accesses: DecodedAccessList,
  { header, transactions, senders, withdrawals }: AccessingBlock,
): void {
  for (const address of SYSTEM_CONTRACTS) {
    requireAccess(accesses, address, 'every block calls the system contracts (EIP-7928)')
  }
  requireStateGas(accesses, header)
  for (const [index, transaction] of transactions.entries()) {
    requireAccessesOf(accesses, index, transaction, senders[index] as Hex)
  }
  if (transactions.length > 0) {
    requireAccess(accesses, header.miner, 'transactions pay the miner (EIP-7928)')
  }
  for (const { address, amount } of withdrawals) {
    const { balances } = requireAccess(
      accesses,
      address,
      'the block pays it a withdrawal (EIP-7928)',
    )
    if (amount === 0n || balances.has(transactions.length + 1)) continue
    const field = `accessList[${address}].balanceChanges`
    const expected = `a change with index ${transactions.length + 1}`
    throw new Violation(field, 'absent', expected, 'a withdrawal changes a balance (EIP-4895)')
  }
}

function requireAccessesOf(
  accesses: DecodedAccessList,
  index: number,
  { nonce, isCreation, to, authorizations }: DecodedTransaction,
  sender: Hex,
): void {
  const { nonces } = requireAccess(accesses, sender, `it sends transaction ${index} (EIP-7928)`)
  const after = nonces.get(index + 1)
  // Code that it delegates to may raise it further.
  if (after === undefined || after <= nonce) {
    throw new Violation(
      `accessList[${sender}].nonceChanges`,
      after ?? 'absent',
      `at least ${nonce + 1n}, with index ${index + 1}`,
      'a transaction raises the nonce of its sender (EIP-7928)',
    )
  }
  // If gas runs out at an authorization, the recipient is not accessed.
  if (authorizations.length > 0) return
  const recipient = isCreation ? createdAddress(sender, nonce) : toHex(to)
  requireAccess(accesses, recipient, `transaction ${index} is for it (EIP-7928)`)
}

/** The code of new contracts is part of one of the two sums of gas (EIP-8037). */
function requireStateGas(accesses: DecodedAccessList, { gasUsed }: DecodedHeader): void {
  let least = 0n
  for (const { codes } of accesses.values()) {
    for (const code of codes.values()) {
      if (code[0] !== DELEGATION) least += CODE_BYTE_GAS * BigInt(code.length)
    }
  }
  if (gasUsed >= least) return
  const rule = 'it includes the state gas of new code (EIP-8037)'
  throw new Violation('gasUsed', gasUsed, `at least ${least}`, rule)
}

function requireAccess(accesses: DecodedAccessList, address: Hex, rule: string) {
  const found = accesses.get(address)
  if (found !== undefined) return found
  throw new Violation(`accessList[${address}]`, 'absent', 'present', rule)
}
