import type { HeaderValues } from '../../chain/calls/headerValues.ts'
import { type PayloadAttributes, payloadHeader } from '../../chain/calls/payloadHeader.ts'
import type { ExecutableTransaction } from '../../chain/execution/executedTransactions.ts'
import { PartlyUnknownError } from '../../chain/state/partlyUnknownError.ts'
import { buildWithServed } from '../../endpoint/buildWithServed.ts'
import type { PendingTransaction } from '../../endpoint/endpointPool.ts'
import { once } from '../../primitives/once.ts'
import { encodeResultBytes } from '../answer.ts'
import { requireExactRoot } from '../debugTraces.ts'
import { serverError } from '../errors.ts'
import { type MethodContext, method } from '../method.ts'
import { optional, type Parameter } from '../params/arguments.ts'
import { data } from '../params/data.ts'
import { bytes, decodeGo, list } from '../params/goJson.ts'
import { blockHash } from '../params/hash.ts'
import { payloadAttributes } from '../params/payloadAttributes.ts'
import { runCallAfter, toRequestError } from '../runCall.ts'
import { arrayOf, closedObject, orNull, ref } from '../schemas/schema.ts'

const encodedTransactions = list('[]hexutil.Bytes', bytes)

const transactionsParameter: Parameter<readonly Uint8Array[]> = {
  name: 'transactions',
  summary:
    'The transactions, all of which must be valid, as `eth_sendRawTransaction` takes them. Default: what was sent and waits.',
  schema: encodedTransactions.schema,
  read: (value, index) => decodeGo(encodedTransactions, value, index) ?? [],
}

const payload = closedObject(
  {
    parentHash: ref('Hash'),
    feeRecipient: ref('Address'),
    stateRoot: ref('Hash'),
    receiptsRoot: ref('Hash'),
    logsBloom: ref('Bytes'),
    prevRandao: ref('Hash'),
    blockNumber: ref('Quantity'),
    gasLimit: ref('Quantity'),
    gasUsed: ref('Quantity'),
    timestamp: ref('Quantity'),
    extraData: ref('Bytes'),
    baseFeePerGas: ref('Quantity'),
    blockHash: ref('Hash'),
    transactions: arrayOf(ref('Bytes')),
    withdrawals: orNull(arrayOf(ref('Withdrawal'))),
    blobGasUsed: orNull(ref('Quantity')),
    excessBlobGas: orNull(ref('Quantity')),
  },
  { blockAccessList: ref('Bytes'), slotNumber: ref('Quantity') },
)

const blobsBundle = closedObject({
  commitments: arrayOf(ref('Bytes')),
  proofs: arrayOf(ref('Bytes')),
  blobs: arrayOf(ref('Bytes')),
})

const loadReadExecutable = once(() => import('../sending/readExecutable.ts'))

/** Builds a block on the head, and returns it (execution-apis). Nothing is changed. */
export const testing_buildBlockV1 = method({
  name: 'testing_buildBlockV1',
  set: 'dev',
  does: 'reads',
  summary:
    'Builds a block on the head from these transactions, or from those that wait in the pool, without changing the chain. The blobs of the result are left out.',
  params: [
    { ...blockHash, name: 'parentHash', summary: 'The hash of the head.' },
    payloadAttributes,
    optional(transactionsParameter),
    optional(data('extraData', 'Of the block; default: empty.')),
  ],
  result: {
    name: 'envelope',
    schema: closedObject({
      executionPayload: payload,
      blockValue: ref('Quantity', 'In wei: what the transactions pay to the recipient of fees.'),
      blobsBundle,
      executionRequests: orNull(arrayOf(ref('Bytes'))),
      shouldOverrideBuilder: { type: 'boolean' },
    }),
  },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: async ([parentHash, attributes, given, extraData], context) => {
    const { head } = context.view
    if (head.hash !== parentHash) throw serverError('parentHash is not current head')
    const input = {
      header: headerOf(context, attributes, extraData),
      needsAll: given !== undefined,
      withdrawals: attributes.withdrawals ?? [],
      bytesMax: context.service.logLimits.bytesMax,
    }
    requireExactRoot(head)
    const build = async (transactions: readonly ExecutableTransaction[]) => {
      const json = await runCallAfter(context, head, 'buildBlock', { ...input, transactions })
      if (json === undefined) throw new PartlyUnknownError('the state root of this block')
      return json
    }
    const json =
      given === undefined
        ? await buildWithServed({ build, try: build }, await readyOf(context))
        : await build(await transactionsOf(given, context))
    return encodeResultBytes(json)
  },
})

function headerOf(
  { view: { head, chain } }: MethodContext,
  attributes: PayloadAttributes,
  extraData: Uint8Array = new Uint8Array(0),
): HeaderValues {
  try {
    return payloadHeader(head, attributes, extraData, chain.rules)
  } catch (error) {
    throw toRequestError(error)
  }
}

async function readyOf({ endpoint }: MethodContext): Promise<readonly PendingTransaction[]> {
  return (await endpoint.miner?.ready()) ?? []
}

async function transactionsOf(
  given: readonly Uint8Array[],
  context: MethodContext,
): Promise<readonly ExecutableTransaction[]> {
  if (given.length === 0) return []
  const { readExecutable } = await loadReadExecutable()
  return readExecutable(given, context)
}
