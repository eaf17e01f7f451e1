import { serverError } from '../../errors.ts'
import type { TransactionRequest } from '../../params/transactionRequest.ts'

/** What a transaction pays per gas and per blob gas: either a gas price, or the two fees of EIP-1559. */
export type Fees = Pick<
  TransactionRequest,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'maxFeePerBlobGas'
>

/** What fees depend on. */
interface FeeTerms {
  /** of the head, in wei per gas; undefined before London */
  readonly baseFeePerGas: bigint | undefined
  /** of the head, in wei per blob gas; undefined before Cancun */
  readonly blobGasPrice: bigint | undefined
  /** a tip with which transactions are likely to be mined soon, in wei per gas */
  readonly suggestedTip: () => bigint | Promise<bigint>
}

/**
 * Fills in the fees that are missing, as geth does (`setFeeDefaults` in internal/ethapi), with its errors. In addition, a
 * type 0 or 1 that is given without fees gets a gas price.
 *
 * @throws {RequestError} SERVER_ERROR if fees contradict each other
 */
export async function withFees(request: TransactionRequest, terms: FeeTerms): Promise<Fees> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, blobVersionedHashes: hashes } = request
  const { baseFeePerGas } = terms
  if (request.maxFeePerBlobGas === 0n) {
    throw serverError('maxFeePerBlobGas, if specified, must be non-zero')
  }
  const blobDefault =
    hashes === undefined || terms.blobGasPrice === undefined ? undefined : 2n * terms.blobGasPrice
  const maxFeePerBlobGas = request.maxFeePerBlobGas ?? blobDefault
  const hasFees = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined) {
    requireAlone(request, hasFees)
    if (gasPrice === 0n && baseFeePerGas !== undefined) {
      throw serverError('gasPrice must be non-zero after london fork')
    }
    return { gasPrice, maxFeePerBlobGas }
  }
  const isComplete = maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined
  if (isComplete && maxFeePerGas === 0n) throw serverError('maxFeePerGas must be non-zero')
  if (!isComplete && baseFeePerGas === undefined) {
    if (hasFees) {
      throw serverError(
        'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
      )
    }
    return { gasPrice: await terms.suggestedTip(), maxFeePerBlobGas }
  }
  const tip = maxPriorityFeePerGas ?? (await terms.suggestedTip())
  const base = baseFeePerGas ?? 0n
  const hasOldType = request.type === 0n || request.type === 1n
  if (hasOldType && !hasFees) return { gasPrice: base + tip, maxFeePerBlobGas }
  const most = maxFeePerGas ?? tip + 2n * base
  if (most < tip) {
    throw serverError(`maxFeePerGas (${shown(most)}) < maxPriorityFeePerGas (${shown(tip)})`)
  }
  return { maxFeePerGas: most, maxPriorityFeePerGas: tip, maxFeePerBlobGas }
}

function requireAlone(request: TransactionRequest, hasFees: boolean): void {
  if (hasFees) {
    throw serverError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  }
  if (request.authorizationList !== undefined) {
    throw serverError('both gasPrice and authorizationList specified')
  }
  // geth leaves out the blobs.
  if (request.blobVersionedHashes !== undefined) {
    throw serverError('both gasPrice and blobVersionedHashes specified')
  }
}

/** As Go prints a hexutil.Big. */
function shown(value: bigint): string {
  return `0x${value.toString(16)}`
}
