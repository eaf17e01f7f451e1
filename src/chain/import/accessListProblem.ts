import { toHex } from '../../primitives/hex.ts'
import { encodedItems } from '../../primitives/readRlp.ts'
import { EMPTY_LIST, isRlpList } from '../../primitives/rlp.ts'

/** What an entry has after its address. */
const PARTS = ['storage changes', 'storage reads', 'balances', 'nonces', 'codes'] as const

/** In bytes: the encoding of an address. */
const ADDRESS_BYTES = 21

/**
 * How an access list differs from that of the block as it was run. Lists have up to one item for each byte, so only the
 * entry that differs is looked into.
 *
 * @param stated its RLP; undefined if the file has none, which is as good
 * @param built undefined before Amsterdam
 * @returns undefined if they are the same
 */
export function accessListProblem(
  stated: Uint8Array | undefined,
  built: Uint8Array | undefined,
): string | undefined {
  if (stated === undefined) return undefined
  if (built === undefined) return 'it exists, but blocks have none before Amsterdam'
  if (Buffer.compare(stated, built) === 0) return undefined
  try {
    return firstDifference(stated, built) ?? 'it is not the canonical encoding of the list'
  } catch (error) {
    if (error instanceof RangeError) return `it is not valid RLP: ${error.message}`
    throw error
  }
}

function firstDifference(stated: Uint8Array, built: Uint8Array): string | undefined {
  const expected = encodedItems(built)
  let index = 0
  for (const entry of encodedItems(stated)) {
    const other = expected.next().value as Uint8Array | undefined
    if (other === undefined) return `entry ${index}: the block accesses no more accounts`
    if (Buffer.compare(entry, other) !== 0) return `entry ${index}: ${entryProblem(entry, other)}`
    index += 1
  }
  const missing = expected.next().value as Uint8Array | undefined
  return missing && `entry ${index}: it is absent, but the block accesses ${addressOf(missing)}`
}

function entryProblem(entry: Uint8Array, built: Uint8Array): string {
  const items = isRlpList(entry) ? firstItems(entry) : []
  const [address, ...parts] = items
  if (address === undefined || parts.length !== PARTS.length || parts.some((e) => !isRlpList(e))) {
    return `it is not a list of an address, ${PARTS.join(', ')}`
  }
  const [expectedAddress, ...expected] = firstItems(built)
  if (Buffer.compare(address, expectedAddress as Uint8Array) !== 0) {
    const found = address.length === ADDRESS_BYTES ? toHex(address.subarray(1)) : 'something else'
    return `its address is ${found}, but running the block gives ${addressOf(built)}`
  }
  const wrong = PARTS.find(
    (_, at) => Buffer.compare(parts[at] as Uint8Array, expected[at] as Uint8Array) !== 0,
  )
  if (wrong === undefined) return 'it is not the canonical encoding of the entry'
  return `the ${wrong} of ${addressOf(built)} are not those that running the block gives`
}

/** One more than an entry has, so that a longer one is noticed. */
function firstItems(entry: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = []
  for (const item of encodedItems(entry)) {
    if (items.push(item) > PARTS.length + 1) break
  }
  return items
}

function addressOf(entry: Uint8Array): string {
  const [address = EMPTY_LIST] = encodedItems(entry)
  return toHex(address.subarray(1))
}
