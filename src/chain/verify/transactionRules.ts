import { type Hex, toHex } from '../../primitives/hex.ts'
import { blobBaseFee } from './blobGas.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { Violation } from './finding.ts'
import { floorGas, intrinsicGas } from './intrinsicGas.ts'
import type { ActiveForks } from './protocol.ts'

const NONCE_MAX = 2n ** 64n - 2n
const NONCE_RULE = 'an account that got further could send no more (EIP-2681)'

/** In gas; from Osaka on (EIP-7825). */
const TRANSACTION_GAS_MAX = 16_777_216n
const TRANSACTION_GAS_RULE = 'a transaction has a limit of its own from Osaka on (EIP-7825)'

/** In bytes; from Shanghai on (EIP-3860). */
const INIT_CODE_LENGTH_MAX = 49_152

/** In bytes; from Amsterdam on (EIP-7954). */
const AMSTERDAM_INIT_CODE_MAX = 131_072

/** In gas; from Amsterdam on (EIP-8037). */
const AMSTERDAM_GAS_MAX = 4_294_967_295n
const AMSTERDAM_GAS_RULE = 'from Amsterdam on, only what it executes has a limit of 2^24 (EIP-8037)'

/** From Osaka on (EIP-7594). */
const BLOBS_PER_TRANSACTION_MAX = 6

/** The first byte of the hash of a KZG commitment (EIP-4844). */
const VERSION_KZG = 1

/**
 * Checks a transaction against its block. It does not check what depends on the state, such as its sender's balance.
 *
 * @throws {Violation}
 */
export function verifyTransaction(
  path: string,
  transaction: DecodedTransaction,
  sender: Hex,
  header: DecodedHeader,
): void {
  const { forks } = header
  if (transaction.nonce > NONCE_MAX) {
    throw new Violation(`${path}.nonce`, transaction.nonce, `at most ${NONCE_MAX}`, NONCE_RULE)
  }
  requireFees(path, transaction, header.baseFeePerGas ?? 0n)
  requireGas(path, transaction, sender, forks)
  const codeMax = forks.includes('amsterdam') ? AMSTERDAM_INIT_CODE_MAX : INIT_CODE_LENGTH_MAX
  if (transaction.isCreation && forks.includes('shanghai') && transaction.input.length > codeMax) {
    throw new Violation(
      `${path}.input`,
      `${transaction.input.length} bytes`,
      `at most ${codeMax} bytes`,
      'code that creates a contract has a limit (EIP-3860, EIP-7954)',
    )
  }
  if (transaction.isCreation && transaction.type >= 3) {
    throw new Violation(
      `${path}.to`,
      'absent',
      '20 bytes',
      'types 3 and 4 create no contracts (EIP-4844, EIP-7702)',
    )
  }
  if (transaction.type === 3) requireBlobs(path, transaction, header)
  if (transaction.type === 4 && transaction.authorizations.length === 0) {
    throw new Violation(
      `${path}.authorizationList`,
      'an empty list',
      'at least one',
      'type 4 is for authorizations (EIP-7702)',
    )
  }
}

/** EIP-1559 */
function requireFees(path: string, transaction: DecodedTransaction, baseFeePerGas: bigint): void {
  const { type, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (maxFeePerGas < baseFeePerGas) {
    throw new Violation(
      `${path}.${type < 2 ? 'gasPrice' : 'maxFeePerGas'}`,
      maxFeePerGas,
      `at least ${baseFeePerGas}`,
      'it pays the base fee of the block (EIP-1559)',
    )
  }
  if (maxPriorityFeePerGas > maxFeePerGas) {
    throw new Violation(
      `${path}.maxPriorityFeePerGas`,
      maxPriorityFeePerGas,
      `at most ${maxFeePerGas}`,
      'the tip is part of the fee (EIP-1559)',
    )
  }
}

function requireGas(
  path: string,
  transaction: DecodedTransaction,
  sender: Hex,
  forks: ActiveForks,
): void {
  const { gas } = transaction
  const intrinsic = intrinsicGas(transaction, sender, forks)
  const floor = floorGas(transaction, sender, forks)
  const least = floor > intrinsic ? floor : intrinsic
  if (gas < least) {
    throw new Violation(
      `${path}.gas`,
      gas,
      `at least ${least}`,
      'that is what it costs before it runs (Yellow Paper 6.2, EIP-7623)',
    )
  }
  const isAmsterdam = forks.includes('amsterdam')
  if (isAmsterdam && gas > AMSTERDAM_GAS_MAX) {
    throw new Violation(`${path}.gas`, gas, `at most ${AMSTERDAM_GAS_MAX}`, AMSTERDAM_GAS_RULE)
  }
  if (isAmsterdam && least > TRANSACTION_GAS_MAX) {
    throw new Violation(
      `${path}.input`,
      `${least} gas before it runs`,
      `at most ${TRANSACTION_GAS_MAX}`,
      AMSTERDAM_GAS_RULE,
    )
  }
  if (forks.includes('osaka') && !isAmsterdam && gas > TRANSACTION_GAS_MAX) {
    throw new Violation(`${path}.gas`, gas, `at most ${TRANSACTION_GAS_MAX}`, TRANSACTION_GAS_RULE)
  }
}

/** EIP-4844 */
function requireBlobs(path: string, transaction: DecodedTransaction, header: DecodedHeader): void {
  const { blobVersionedHashes, maxFeePerBlobGas } = transaction
  const most = header.forks.includes('osaka') ? BLOBS_PER_TRANSACTION_MAX : Infinity
  if (blobVersionedHashes.length < 1 || blobVersionedHashes.length > most) {
    throw new Violation(
      `${path}.blobVersionedHashes`,
      `a list of ${blobVersionedHashes.length}`,
      most === Infinity ? 'a list of at least 1' : `a list of 1 to ${most}`,
      'a blob transaction has blobs, from Osaka on up to six (EIP-4844, EIP-7594)',
    )
  }
  for (const [index, hash] of blobVersionedHashes.entries()) {
    if (hash[0] !== VERSION_KZG) {
      throw new Violation(
        `${path}.blobVersionedHashes[${index}]`,
        toHex(hash),
        '0x01 and 31 bytes',
        'the first byte names KZG commitments (EIP-4844)',
      )
    }
  }
  const price = blobBaseFee(header.excessBlobGas ?? 0n, header.forks)
  if (maxFeePerBlobGas < price) {
    throw new Violation(
      `${path}.maxFeePerBlobGas`,
      maxFeePerBlobGas,
      `at least ${price}`,
      'it pays the blob base fee of the block (EIP-4844)',
    )
  }
}
