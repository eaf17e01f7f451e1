import { RLP } from '@ethereumjs/rlp'
import type { DecodedHeader } from './decodedHeader.ts'
import { requireEqual } from './finding.ts'
import { type Item, ListReader } from './listReader.ts'
import { listRoot } from './listRoot.ts'

/**
 * Checks the withdrawals of a block (EIP-4895). Recipients and amounts follow from the beacon chain and are not
 * checked.
 *
 * @throws {Violation}
 */
export async function verifyWithdrawals(
  items: readonly Item[],
  header: DecodedHeader,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const reader = new ListReader(`withdrawals[${index}]`, item)
    reader.uint('index', 8)
    reader.uint('validatorIndex', 8)
    reader.bytes('address', 20)
    reader.uint('amount', 8)
    reader.end()
  }
  requireEqual<string>(
    'withdrawalsRoot',
    header.withdrawalsRoot ?? 'absent',
    await listRoot(items.map((item) => RLP.encode(item))),
    'it is the root of the withdrawals (EIP-4895)',
  )
}
