import { fromHex, toMinimalBytes, withoutLeadingZeros } from '../../primitives/hex.ts'
import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'

/** A value after one transaction: 0 is before the first one, and the number of transactions plus 1 after the last. */
type Change = readonly [index: number, value: Uint8Array]

/** What a block accesses of one account. Slots are 32 bytes in hex without prefix. A plain value. */
export interface AccountAccesses {
  readonly writes: Map<string, Change[]>
  /** slots that no transaction changes */
  readonly reads: Set<string>
  readonly balances: Change[]
  readonly nonces: Change[]
  readonly codes: Change[]
}

/** What a block accesses, by addresses in hex without prefix. A plain value that can be sent to another thread. */
export type BlockAccesses = Map<string, AccountAccesses>

/** The entry of an account, which is added if there is none. */
export function accessesOf(block: BlockAccesses, address: string): AccountAccesses {
  let account = block.get(address)
  if (account === undefined) {
    account = { writes: new Map(), reads: new Set(), balances: [], nonces: [], codes: [] }
    block.set(address, account)
  }
  return account
}

/** How many addresses and slots a block may access by its gas limit: one for each 2,000 gas (EIP-7928). */
export function accessesMax(gasLimit: bigint): bigint {
  return gasLimit / 2000n
}

export function countAccesses(block: BlockAccesses): number {
  let count = block.size
  for (const { writes, reads } of block.values()) count += writes.size + reads.size
  return count
}

/** The access list of a block as it is hashed (EIP-7928). */
export function encodeAccesses(block: BlockAccesses): Uint8Array {
  return encodeRlp(
    inOrder(block.keys()).map((address) => {
      const { writes, reads, balances, nonces, codes } = block.get(address) as AccountAccesses
      return [
        fromHex(`0x${address}`),
        inOrder(writes.keys()).map((slot) => [
          withoutZeros(slot),
          changes(writes.get(slot) as Change[]),
        ]),
        inOrder(reads).map(withoutZeros),
        changes(balances),
        changes(nonces),
        changes(codes),
      ]
    }),
  )
}

/** Hex of one length is in the order of its bytes. */
function inOrder(hex: Iterable<string>): string[] {
  return [...hex].sort()
}

function changes(list: readonly Change[]): RlpItem {
  return list.map(([index, value]) => [toMinimalBytes(index), value])
}

function withoutZeros(slot: string): Uint8Array {
  return withoutLeadingZeros(fromHex(`0x${slot}`))
}
