import { namesFee, needsTip, withFeeDefaults } from '../../../chain/calls/feeDefaults.ts'
import { headerOf } from '../../../chain/encoding/decode/headerOf.ts'
import { HeaderFees } from '../../../chain/encoding/headerFees.ts'
import { fromHex, type Hex } from '../../../primitives/hex.ts'
import { estimateInput } from '../../callInput.ts'
import { RequestError, serverError } from '../../errors.ts'
import { pricedBaseFee } from '../../fees/pricedBaseFee.ts'
import { suggestedTip } from '../../fees/suggestedTip.ts'
import type { MethodContext } from '../../method.ts'
import type { TransactionRequest } from '../../params/transactionRequest.ts'
import { runCall, toRequestError } from '../../runCall.ts'
import { nextNonce } from '../../sending/nextNonce.ts'

/** A transaction that can be signed: only fields that its type does not have are undefined. */
export interface FilledTransaction extends Omit<TransactionRequest, 'type' | 'from'> {
  readonly type: 0 | 1 | 2 | 3 | 4
  readonly chainId: bigint
  readonly nonce: bigint
  readonly gas: bigint
  readonly value: bigint
  readonly data: Uint8Array
}

/** Of estimates: the call fails, with any gas. */
const FAILURES: ReadonlySet<string> = new Set(['EXECUTION_REVERTED', 'CALL_FAILED'])

/** `BlobTxMaxBlobs` of geth. */
const BLOBS_MAX = 6

/** The most that a nonce may be (EIP-2681), and one more: no transaction can have it. */
const NONCE_END = 2n ** 64n - 1n

/**
 * Fills in what a transaction lacks, as geth does (`setDefaults` in internal/ethapi), with its errors: fees, the next
 * nonce, the gas that it takes on the state of the head, and the chain id.
 *
 * @param from the sender, in lower case
 * @param mayFail whether what fails gets the gas of a block; by default the dialect decides
 * @throws {RequestError} if fields contradict each other, or the transaction fails
 */
export async function fillTransaction(
  request: TransactionRequest,
  from: Hex,
  context: MethodContext,
  mayFail = context.dialect.rules.fillsIn,
): Promise<FilledTransaction> {
  const { readsOtherSpellings } = context.dialect.rules
  const withOnePrice = readsOtherSpellings ? withoutFeeCaps(request) : request
  const { type: given, ...priced } = await withFees(withOnePrice, context)
  const type = typeOf(priced, given, !readsOtherSpellings)
  const nonce = request.nonce ?? (await nextNonce(from, context))
  if (nonce >= NONCE_END) throw serverError('nonce has max value')
  requireContents(request, context.dialect.rules.fillsIn)
  const { value = 0n, data = new Uint8Array(0) } = request
  const call = { ...priced, from: fromHex(from), value, data }
  const gas = request.gas ?? (await estimatedGas(call, context, mayFail))
  return { ...priced, type, chainId: chainIdOf(request, context), nonce, gas, value, data }
}

/** Where there is a gas price, fee caps count as omitted. A call does the opposite (see `callInput.ts`). */
function withoutFeeCaps(request: TransactionRequest): TransactionRequest {
  if (request.gasPrice === undefined) return request
  return { ...request, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
}

/** Fills in the fees. In addition to what geth does, a type 0 or 1 that is given without fees gets a gas price. */
async function withFees(
  request: TransactionRequest,
  context: MethodContext,
): Promise<TransactionRequest> {
  const { head, chain } = context.view
  const { limitsFees, pricesNextBlock } = context.dialect.rules
  const { blobBaseFee } = new HeaderFees(head, chain.rules)
  const baseFee = pricedBaseFee(context)
  const tip = needsTip(request) ? await suggestedTip(context) : 0n
  const price = (baseFee ?? 0n) + tip
  const gasPrice = needsPrice(request) ? price : request.gasPrice
  const feeCap = pricesNextBlock ? price : undefined
  const options = { allowsZero: !limitsFees, feeCap }
  try {
    return withFeeDefaults({ ...request, gasPrice }, { baseFee, blobBaseFee }, tip, options)
  } catch (error) {
    throw toRequestError(error)
  }
}

function needsPrice(request: TransactionRequest): boolean {
  const { type, blobVersionedHashes, authorizationList } = request
  if (type !== 0n && type !== 1n) return false
  const isNewer = blobVersionedHashes !== undefined || authorizationList !== undefined
  return !isNewer && !namesFee(request)
}

/**
 * The type that a transaction has by its fields. geth leaves out an access list where there is a gas price; here it makes
 * the type 1.
 *
 * @param given if `mustFit`, it must be the same; but a transaction of type 1 need not have an access list
 */
function typeOf(
  {
    authorizationList,
    blobVersionedHashes,
    accessList,
    maxFeePerGas,
    gasPrice,
  }: TransactionRequest,
  given: bigint | undefined,
  mustFit: boolean,
): FilledTransaction['type'] {
  // geth leaves out the blobs.
  if (gasPrice !== undefined && blobVersionedHashes !== undefined) {
    throw serverError('both gasPrice and blobVersionedHashes specified')
  }
  let type: FilledTransaction['type'] = accessList !== undefined || given === 1n ? 1 : 0
  if (maxFeePerGas !== undefined) type = 2
  if (blobVersionedHashes !== undefined) type = 3
  if (authorizationList !== undefined) type = 4
  if (mustFit && given !== undefined && given !== BigInt(type)) {
    throw serverError(
      `type 0x${given.toString(16)} does not fit the other fields: they make 0x${type}`,
    )
  }
  // Before London.
  if (type > 2 && maxFeePerGas === undefined) throw serverError('transaction type not supported')
  return type
}

function requireContents(
  {
    to,
    data = new Uint8Array(0),
    blobVersionedHashes: hashes,
    authorizationList = [],
  }: TransactionRequest,
  allowsEmptyCode: boolean,
): void {
  if (hashes?.length === 0) throw serverError('need at least 1 blob for a blob transaction')
  if (hashes !== undefined && hashes.length > BLOBS_MAX) {
    const counts = `(have=${hashes.length}, max=${BLOBS_MAX})`
    throw serverError(`too many blobs in transaction ${counts}`)
  }
  if (to !== undefined) return
  if (hashes !== undefined) throw serverError('missing "to" in blob transaction')
  if (data.length === 0 && !allowsEmptyCode) {
    throw serverError('contract creation without any data provided')
  }
  if (authorizationList.length > 0) {
    throw serverError('authorizationList provided for contract creation, but "to" field is missing')
  }
}

async function estimatedGas(
  request: TransactionRequest,
  context: MethodContext,
  mayFail: boolean,
): Promise<bigint> {
  const { nonce: _, chainId: __, ...call } = request
  const { estimatesExactly } = context.dialect.rules
  const { headerSettings, head } = context.view
  try {
    const block = estimatesExactly ? 'pending' : 'latest'
    return await runCall(context, block, 'estimateGas', estimateInput(context, call))
  } catch (error) {
    if (!mayFail || !(error instanceof RequestError) || !FAILURES.has(error.code)) throw error
    return headerSettings?.gasLimit ?? headerOf(head).gasLimit
  }
}

function chainIdOf({ chainId: have }: TransactionRequest, { view }: MethodContext): bigint {
  const want = BigInt(view.chain.chainId)
  if (have !== undefined && have !== want) {
    throw serverError(`chainId does not match node's (have=${have}, want=${want})`)
  }
  return want
}
