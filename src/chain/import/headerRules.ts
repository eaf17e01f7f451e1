import type { BlockHeader } from '@ethereumjs/block'
import { toBigInt, toHex } from '../../primitives/hex.ts'
import type { HeaderFieldName } from '../encoding/header.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { gasLimitProblem } from '../protocol/gasLimit.ts'
import { NO_UNCLES_HASH } from '../protocol/uncles.ts'
import type { HeaderItems } from './blockItems.ts'

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
  const isLondon = isAtLeast(fork, 'london')
  const limits = {
    gasLimit: value('gasLimit'),
    ...(isLondon && { baseFeePerGas: value('baseFeePerGas') }),
  }
  const gasProblem = gasLimitProblem(limits, parent)
  if (gasProblem !== undefined) return { field: 'gasLimit', problem: gasProblem }
  if (value('gasUsed') > value('gasLimit')) {
    const problem = `${value('gasUsed')} is above the gas limit ${value('gasLimit')}`
    return { field: 'gasUsed', problem }
  }
  return isAtLeast(fork, 'paris') ? proofOfStakeProblem(items) : undefined
}

function proofOfStakeProblem(items: HeaderItems): FieldProblem | undefined {
  const constants = { difficulty: '0x', nonce: NO_NONCE, sha3Uncles: NO_UNCLES_HASH } as const
  for (const [name, expected] of Object.entries(constants)) {
    const field = name as keyof typeof constants
    const found = toHex(items[field] ?? new Uint8Array(0))
    if (found !== expected) {
      return { field, problem: `it is ${found}, but after the merge it must be ${expected}` }
    }
  }
  return undefined
}
