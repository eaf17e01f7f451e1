import { format } from 'node:util'
import * as AbiParameters from 'ox/AbiParameters'
import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'

/** The types that each argument of `log` can have, up to four of them. */
const types = ['uint256', 'string', 'bool', 'address'] as const

/** How many characters of a line are written. */
const LINE_MAX = 2000

/**
 * What a call of `console.log` prints, as Hardhat and Anvil print it: hardhat/console.sol and forge-std call an address
 * without code with the arguments.
 *
 * @returns undefined if it is none of their functions
 */
export function consoleText(data: Uint8Array): string | undefined {
  const inputs = signatures().get(toHex(data.subarray(0, 4)))
  if (inputs === undefined) return undefined
  try {
    const values = AbiParameters.decode(
      inputs.map((type) => ({ type })),
      data.subarray(4),
      { checksumAddress: true },
    ) as readonly unknown[]
    const text = format(...values.map((value) => (typeof value === 'bigint' ? `${value}` : value)))
    return text.length > LINE_MAX ? `${text.slice(0, LINE_MAX)}…` : text
  } catch {
    return undefined
  }
}

let known: ReadonlyMap<Hex, readonly string[]> | undefined

/** The types of the arguments by selector. The table is made when the first contract prints. */
function signatures(): ReadonlyMap<Hex, readonly string[]> {
  known ??= new Map(
    [...allSignatures()].map(([signature, inputs]) => [selectorOf(signature), inputs]),
  )
  return known
}

function* allSignatures(): Generator<readonly [signature: string, inputs: readonly string[]]> {
  yield ['log()', []]
  for (const inputs of combinations(4)) {
    yield [`log(${inputs.join(',')})`, inputs]
    // Old versions of hardhat/console.sol hashed `uint` by that name.
    yield [`log(${inputs.map((type) => type.replace('uint256', 'uint')).join(',')})`, inputs]
    if (inputs.length > 1) continue
    const [type = ''] = inputs
    const name = type.replace('256', '')
    yield [`log${name[0]?.toUpperCase()}${name.slice(1)}(${type})`, inputs]
  }
  yield ['logUint(uint)', ['uint256']]
  for (const int of ['int256', 'int']) {
    yield [`logInt(${int})`, ['int256']]
    yield [`log(${int})`, ['int256']]
    yield [`log(string,${int})`, ['string', 'int256']]
  }
  yield ['logBytes(bytes)', ['bytes']]
  yield ['log(bytes)', ['bytes']]
  for (let size = 1; size <= 32; size++) {
    yield [`logBytes${size}(bytes${size})`, [`bytes${size}`]]
    yield [`log(bytes${size})`, [`bytes${size}`]]
  }
}

/** All lists of one to `length` types. */
function* combinations(length: number): Generator<readonly string[]> {
  if (length === 0) return
  for (const type of types) yield [type]
  if (length === 1) return
  for (const rest of combinations(length - 1)) for (const type of types) yield [type, ...rest]
}

function selectorOf(signature: string): Hex {
  return toHex(keccak256(new TextEncoder().encode(signature)).subarray(0, 4))
}
