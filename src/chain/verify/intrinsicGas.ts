import type { DecodedTransaction } from './decodedTransaction.ts'
import type { ActiveForks } from './protocol.ts'

const TRANSACTION = 21_000n
const CREATION = 32_000n
const ZERO_BYTE = 4n
const ACCESS_LIST_ADDRESS = 2400n
const ACCESS_LIST_KEY = 1900n
const INIT_CODE_WORD = 2n
const AUTHORIZATION = 25_000n
const FLOOR_TOKEN = 10n
const TOKENS_PER_NONZERO_BYTE = 4n

/**
 * The intrinsic gas of a transaction, which it uses before any code runs (Yellow Paper 6.2).
 *
 * @returns in gas
 */
export function intrinsicGas(transaction: DecodedTransaction, forks: ActiveForks): bigint {
  const { input, isCreation, accessListAddresses, accessListKeys, authorizations } = transaction
  const zeros = countZeros(input)
  // EIP-2028
  const nonzeroByte = forks.includes('istanbul') ? 16n : 68n
  let gas = TRANSACTION + zeros * ZERO_BYTE + (BigInt(input.length) - zeros) * nonzeroByte
  // EIP-2
  if (isCreation && forks.includes('homestead')) gas += CREATION
  // EIP-3860
  if (isCreation && forks.includes('shanghai')) {
    gas += INIT_CODE_WORD * BigInt(Math.ceil(input.length / 32))
  }
  // EIP-2930
  gas += BigInt(accessListAddresses) * ACCESS_LIST_ADDRESS
  gas += BigInt(accessListKeys) * ACCESS_LIST_KEY
  // EIP-7702
  return gas + BigInt(authorizations.length) * AUTHORIZATION
}

/**
 * The floor of the gas for a transaction's data (EIP-7623); 0 before Prague.
 *
 * @returns in gas
 */
export function floorGas({ input }: DecodedTransaction, forks: ActiveForks): bigint {
  if (!forks.includes('prague')) return 0n
  const zeros = countZeros(input)
  const tokens = zeros + (BigInt(input.length) - zeros) * TOKENS_PER_NONZERO_BYTE
  return TRANSACTION + tokens * FLOOR_TOKEN
}

/**
 * The minimum of the gas that a transaction uses. Refunds are at most half of the gas used, from London on a fifth
 * (EIP-3529).
 *
 * @returns in gas
 */
export function gasUsedMin(transaction: DecodedTransaction, forks: ActiveForks): bigint {
  const intrinsic = intrinsicGas(transaction, forks)
  const afterRefund = intrinsic - intrinsic / (forks.includes('london') ? 5n : 2n)
  const floor = floorGas(transaction, forks)
  return floor > afterRefund ? floor : afterRefund
}

function countZeros(bytes: Uint8Array): bigint {
  let zeros = 0
  for (const byte of bytes) if (byte === 0) zeros++
  return BigInt(zeros)
}
