import type { Hex } from '../../primitives/hex.ts'
import { type BlobGasParent, blobGasMax, expectedExcessBlobGas } from './blobGas.ts'
import { type DecodedHeader, EMPTY_LIST_HASH } from './decodedHeader.ts'
import { type DifficultyParent, expectedDifficulty } from './difficulty.ts'
import { requireEqual, Violation } from './finding.ts'
import { expectedBaseFee, type GasParent, requireGasLimit } from './gas.ts'

/** What the checks of a block's descendants need of it. */
export interface Ancestor extends DifficultyParent, GasParent, BlobGasParent {
  readonly hash: Hex
  readonly number: bigint
  readonly totalDifficulty: bigint
  readonly uncleHashes: readonly Hex[]
  /** undefined for genesis */
  readonly parent: Ancestor | undefined
}

/**
 * Checks the rules for every header, including genesis.
 *
 * @throws {Violation}
 */
export function verifyHeader(prefix: string, header: DecodedHeader): void {
  if (header.gasUsed > header.gasLimit) {
    throw new Violation(
      `${prefix}gasUsed`,
      header.gasUsed,
      `at most ${header.gasLimit}`,
      'a block uses no more gas than its limit (Yellow Paper 4.3.4)',
    )
  }
  if (header.blobGasUsed !== undefined && header.blobGasUsed > blobGasMax(header.forks)) {
    throw new Violation(
      `${prefix}blobGasUsed`,
      header.blobGasUsed,
      `at most ${blobGasMax(header.forks)}`,
      `that is what ${header.forks.latest} has room for (EIP-4844, EIP-7691, EIP-7892)`,
    )
  }
}

/**
 * Checks a header against its parent's: number, time, gas limit, difficulty, base fee, excess blob gas. The same rules
 * apply to an uncle and its own parent (Yellow Paper 11.1).
 *
 * @throws {Violation}
 */
export function verifyDescent(prefix: string, header: DecodedHeader, parent: Ancestor): void {
  const { forks } = header
  requireEqual(
    `${prefix}number`,
    header.number,
    parent.number + 1n,
    'it is one more than the parent has (Yellow Paper 4.3.4)',
  )
  if (header.timestamp <= parent.timestamp) {
    throw new Violation(
      `${prefix}timestamp`,
      header.timestamp,
      `above ${parent.timestamp}`,
      'a block is later than its parent (Yellow Paper 4.3.4)',
    )
  }
  requireGasLimit(prefix, header, parent)
  if (forks.includes('paris')) requireNoProofOfWork(prefix, header)
  else {
    requireEqual(
      `${prefix}difficulty`,
      header.difficulty,
      expectedDifficulty(header, parent, forks),
      `the formula of ${forks.latest} gives that (Yellow Paper 4.3.4, EIP-2, EIP-100)`,
    )
  }
  if (header.baseFeePerGas !== undefined) {
    requireEqual(
      `${prefix}baseFeePerGas`,
      header.baseFeePerGas,
      expectedBaseFee(parent),
      'it follows from gas limit, gas used and base fee of the parent (EIP-1559)',
    )
  }
  if (header.excessBlobGas !== undefined) {
    requireEqual(
      `${prefix}excessBlobGas`,
      header.excessBlobGas,
      expectedExcessBlobGas(parent, forks),
      'it follows from the blob gas of the parent (EIP-4844, EIP-7918)',
    )
  }
}

/** After the merge, the fields for proof of work are constant (EIP-3675). */
function requireNoProofOfWork(prefix: string, header: DecodedHeader): void {
  const rule = 'there is no proof of work after the merge (EIP-3675)'
  requireEqual(`${prefix}difficulty`, header.difficulty, 0n, rule)
  requireEqual<string>(`${prefix}nonce`, header.nonce, `0x${'00'.repeat(8)}`, rule)
  requireEqual<string>(`${prefix}sha3Uncles`, header.sha3Uncles, EMPTY_LIST_HASH, rule)
}
