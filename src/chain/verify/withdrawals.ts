import { RLP } from '@ethereumjs/rlp'
import type { Hex } from '../../primitives/hex.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import { requireEqual } from './finding.ts'
import { type Item, ListReader } from './listReader.ts'
import { listRoot } from './listRoot.ts'

export interface Withdrawal {
  readonly address: Hex
  /** in gwei */
  readonly amount: bigint
}

/**
 * Checks the withdrawals of a block (EIP-4895). Recipients and amounts follow from the beacon chain and are not
 * checked.
 *
 * @throws {Violation}
 */
export async function verifyWithdrawals(
  items: readonly Item[],
  header: DecodedHeader,
): Promise<readonly Withdrawal[]> {
  const withdrawals = items.map((item, index): Withdrawal => {
    const reader = new ListReader(`withdrawals[${index}]`, item)
    reader.uint('index', 8)
    reader.uint('validatorIndex', 8)
    const address = reader.hex('address', 20)
    const amount = reader.uint('amount', 8)
    reader.end()
    return { address, amount }
  })
  requireEqual<string>(
    'withdrawalsRoot',
    header.withdrawalsRoot ?? 'absent',
    await listRoot(items.map((item) => RLP.encode(item))),
    'it is the root of the withdrawals (EIP-4895)',
  )
  return withdrawals
}
