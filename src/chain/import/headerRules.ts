import type { BlockHeader } from '@ethereumjs/block'
import { toBigInt, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { HeaderFieldName } from '../encoding/header.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import type { HeaderItems } from './blockItems.ts'

/** The lowest and the highest gas limit of a block (Yellow Paper 4.4.4, EIP-1985). */
const GAS_LIMIT_MIN = 5000n
const GAS_LIMIT_MAX = 2n ** 63n - 1n

/** A block's gas limit differs from its parent's by less than 1/1024 of that. */
const GAS_LIMIT_DIVISOR = 1024n

const NO_UNCLES = toHex(keccak256(encodeRlp([])))
const NO_NONCE = '0x0000000000000000'

/** What is wrong with a field. */
interface FieldProblem {
  readonly field: HeaderFieldName
  readonly problem: string
}

/**
 * What is wrong with a header as a child of its parent (Yellow Paper 4.4.4, EIP-1559, EIP-3675). It does not check the
 * fields that running the block computes.
 *
 * @param items as `readBlockItems` returns them
 */
export function headerProblem(
  items: HeaderItems,
  fork: ForkName,
  parent: BlockHeader,
): FieldProblem | undefined {
  const value = (field: HeaderFieldName): bigint => toBigInt(items[field] ?? new Uint8Array(0))
  if (value('number') !== parent.number + 1n) {
    return { field: 'number', problem: `it is ${value('number')}, after ${parent.number}` }
  }
  if (value('timestamp') <= parent.timestamp) {
    const problem = `${value('timestamp')} is not above the parent's ${parent.timestamp}`
    return { field: 'timestamp', problem }
  }
  if (value('timestamp') > BigInt(Number.MAX_SAFE_INTEGER)) {
    return { field: 'timestamp', problem: `${value('timestamp')} is above 2^53 - 1` }
  }
  const gasProblem = gasLimitProblem(value('gasLimit'), expectedGasLimit(fork, parent))
  if (gasProblem !== undefined) return { field: 'gasLimit', problem: gasProblem }
  if (value('gasUsed') > value('gasLimit')) {
    const problem = `${value('gasUsed')} is above the gas limit ${value('gasLimit')}`
    return { field: 'gasUsed', problem }
  }
  return isAtLeast(fork, 'paris') ? proofOfStakeProblem(items) : undefined
}

/**
 * The gas limit from which a block's may differ a little: the parent's, and twice that in the first block of London.
 */
function expectedGasLimit(fork: ForkName, parent: BlockHeader): bigint {
  const isLondonBlock = isAtLeast(fork, 'london') && parent.baseFeePerGas === undefined
  return isLondonBlock ? 2n * parent.gasLimit : parent.gasLimit
}

function gasLimitProblem(gasLimit: bigint, expected: bigint): string | undefined {
  const step = expected / GAS_LIMIT_DIVISOR
  const distance = gasLimit > expected ? gasLimit - expected : expected - gasLimit
  if (distance > 0n && distance >= step) {
    return `${gasLimit} is too far from ${expected}: it may change by less than ${step}`
  }
  if (gasLimit >= GAS_LIMIT_MIN && gasLimit <= GAS_LIMIT_MAX) return undefined
  return `${gasLimit} is not from ${GAS_LIMIT_MIN} to ${GAS_LIMIT_MAX}`
}

function proofOfStakeProblem(items: HeaderItems): FieldProblem | undefined {
  const constants = { difficulty: '0x', nonce: NO_NONCE, sha3Uncles: NO_UNCLES } as const
  for (const [name, expected] of Object.entries(constants)) {
    const field = name as keyof typeof constants
    const found = toHex(items[field] ?? new Uint8Array(0))
    if (found !== expected) {
      return { field, problem: `it is ${found}, but after the merge it must be ${expected}` }
    }
  }
  return undefined
}
