import { toHex } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'

type Account = readonly [address: Uint8Array, ...parts: RlpItem[]]

const PARTS = ['storage changes', 'storage reads', 'balances', 'nonces', 'codes'] as const

/**
 * How an access list differs from that of the block as it was run.
 *
 * @param stated the item of the block's RLP; undefined if it has none, which is as good
 * @param built undefined before Amsterdam
 * @returns undefined if they are the same
 */
export function accessListProblem(
  stated: RlpItem | undefined,
  built: Uint8Array | undefined,
): string | undefined {
  if (stated === undefined) return undefined
  if (built === undefined) return 'it exists, but blocks have none before Amsterdam'
  if (Buffer.compare(encodeRlp(stated), built) === 0) return undefined
  if (stated instanceof Uint8Array) return 'it is not a list'
  // We have built it in this shape, which the type of RLP cannot say.
  const expected = readRlp(built) as unknown as readonly Account[]
  const count = Math.max(stated.length, expected.length)
  for (let index = 0; index < count; index++) {
    const problem = accountProblem(stated[index], expected[index])
    if (problem !== undefined) return `entry ${index}: ${problem}`
  }
  return 'it is not the canonical encoding of the list'
}

function accountProblem(
  stated: RlpItem | undefined,
  expected: Account | undefined,
): string | undefined {
  if (expected === undefined) return 'the block accesses no more accounts'
  const [address, ...parts] = expected
  if (stated === undefined) return `it is absent, but the block accesses ${toHex(address)}`
  if (stated instanceof Uint8Array || stated.length !== expected.length) {
    return `it is not a list of an address, ${PARTS.join(', ')}`
  }
  const found = stated[0] as RlpItem
  if (!(found instanceof Uint8Array) || Buffer.compare(found, address) !== 0) {
    const actual = found instanceof Uint8Array ? toHex(found) : 'a list'
    return `its address is ${actual}, but running the block gives ${toHex(address)}`
  }
  const wrong = parts.findIndex(
    (part, at) => Buffer.compare(encodeRlp(part), encodeRlp(stated[at + 1] as RlpItem)) !== 0,
  )
  if (wrong === -1) return undefined
  return `the ${PARTS[wrong]} of ${toHex(address)} are not those that running the block gives`
}
