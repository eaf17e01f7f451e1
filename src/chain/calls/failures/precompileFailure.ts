import { toBigInt } from '../../../primitives/hex.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import { blsFailure } from './blsFailure.ts'
import type { EvmFailure } from './evmFailure.ts'
import { modexpFailure } from './modexpFailure.ts'

/** The prime of the field of bn254 (EIP-196). */
const PRIME = 21888242871839275222246405745257275088696311157297823662689037894645226208583n

/** geth's messages for the errors of @ethereumjs that have only one cause (core/vm/contracts.go). */
const words: Readonly<Record<string, string>> = {
  'kzg commitment does not match versioned hash': 'mismatched versioned hash',
  'kzg inputs invalid': 'error verifying kzg proof',
  'kzg proof invalid': 'error verifying kzg proof',
}

/**
 * Why a call to a precompiled contract failed, with geth's message.
 *
 * @param name of the contract: the last byte of its address, in hex
 * @param gas that it had
 */
export function precompileFailure(
  name: string,
  error: string,
  { data, gas }: { readonly data: Uint8Array; readonly gas: bigint },
  fork: ForkName,
): EvmFailure {
  const tooLong = name === '05' && isAtLeast(fork, 'osaka') ? modexpFailure(data, gas) : undefined
  if (tooLong !== undefined) return { kind: 'other', message: tooLong }
  if (error === 'out of gas' || gas < firstGas(name, data, fork))
    return { kind: 'outOfGas', message: 'out of gas' }
  return { kind: 'other', message: reason(name, data) ?? words[error] ?? error }
}

function reason(name: string, data: Uint8Array): string | undefined {
  if (name === '06') return pointProblem(data, 0) ?? pointProblem(data, 64)
  if (name === '07') return pointProblem(data, 0)
  if (name === '08') return pairingProblem(data)
  if (name !== '09') return blsFailure(name, data)
  return data.length === 213 ? 'invalid final flag' : 'invalid input length'
}

/**
 * The gas of the contracts that in geth run out of gas before they check their input, and in the EVM after that; 0 for
 * others (EIP-152, EIP-197, EIP-1108, EIP-2537).
 */
function firstGas(name: string, data: Uint8Array, fork: ForkName): bigint {
  const { length } = data
  if (name === '09') return length === 213 ? toBigInt(data.subarray(0, 4)) : 0n
  if (name === '0f') return 37_700n + 32_600n * BigInt(Math.floor(length / 384))
  if (name !== '08') return 0n
  const pairs = BigInt(Math.floor(length / 192))
  return isAtLeast(fork, 'istanbul') ? 45_000n + 34_000n * pairs : 100_000n + 80_000n * pairs
}

/** geth reads the pairs in order, and stops at the first point that is not valid. */
function pairingProblem(data: Uint8Array): string {
  if (data.length % 192 !== 0) return 'bad elliptic curve pairing size'
  for (let at = 0; at < data.length; at += 192) {
    const problem = pointProblem(data, at)
    if (problem !== undefined) return problem
    if ([64, 96, 128, 160].some((offset) => coordinate(data, at + offset) >= PRIME)) {
      return NOT_CANONICAL
    }
  }
  return NOT_ON_CURVE
}

const NOT_CANONICAL = 'invalid fp.Element encoding'
const NOT_ON_CURVE = 'point is not on curve'

/** What is wrong with a point of the first group; undefined if it is valid. */
function pointProblem(data: Uint8Array, at: number): string | undefined {
  const x = coordinate(data, at)
  const y = coordinate(data, at + 32)
  if (x >= PRIME || y >= PRIME) return NOT_CANONICAL
  const isInfinity = x === 0n && y === 0n
  return isInfinity || (y * y - x * x * x - 3n) % PRIME === 0n ? undefined : NOT_ON_CURVE
}

/** Input that is missing counts as zeros. */
function coordinate(data: Uint8Array, at: number): bigint {
  const bytes = new Uint8Array(32)
  bytes.set(data.subarray(at, at + 32))
  return toBigInt(bytes)
}
