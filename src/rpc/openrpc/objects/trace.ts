import {
  arrayOf,
  closedObject,
  orNull,
  type Properties,
  ref,
  type Schema,
} from '../../schemas/schema.ts'

// What `chain/calls/parity/` writes.

const callAction = closedObject({
  from: ref('Address'),
  callType: { type: 'string', enum: ['call', 'callcode', 'delegatecall', 'staticcall'] },
  gas: ref('Quantity', 'Without what the transaction costs before it runs.'),
  input: ref('Bytes'),
  to: ref('Address'),
  value: ref('Quantity', 'In wei.'),
})

const createAction = closedObject({
  from: ref('Address'),
  gas: ref('Quantity'),
  value: ref('Quantity', 'In wei.'),
  init: ref('Bytes'),
  creationMethod: { type: 'string', enum: ['create', 'create2'] },
})

const selfdestructAction = closedObject({
  address: ref('Address'),
  balance: ref('Quantity', 'In wei.'),
  refundAddress: ref('Address'),
})

const rewardAction = closedObject({
  author: ref('Address'),
  rewardType: { type: 'string', enum: ['block', 'uncle'] },
  value: ref('Quantity', 'In wei.'),
})

const gasUsed = ref('Quantity', 'Before refunds.')
const callResult = closedObject({ gasUsed, output: ref('Bytes') })
const createResult = closedObject({ address: ref('Address'), code: ref('Bytes'), gasUsed })

const location: Properties = {
  subtraces: { type: 'integer', minimum: 0 },
  traceAddress: arrayOf({ type: 'integer', minimum: 0 }),
}

const noPath: Schema = { ...arrayOf({ type: 'integer' }), maxItems: 0 }
const noSubtraces: Schema = { type: 'integer', minimum: 0, maximum: 0 }

const error: Schema = {
  type: 'string',
  description: 'Why it failed; absent if it succeeded.',
}

/** A trace, with what all traces of its kind have in addition. */
function variants(ofTransaction: Properties, ofReward: Properties | undefined): Schema {
  const transaction = { ...location, ...ofTransaction }
  const ofMessage = (type: string, action: Schema, result: Schema) =>
    closedObject(
      { action, result: orNull(result), type: { const: type }, ...transaction },
      { error },
    )
  const noResult: Schema = { type: 'null' }
  const suicide = { const: 'suicide' }
  const selfdestruct = { action: selfdestructAction, result: noResult, type: suicide }
  const reward = { action: rewardAction, result: noResult, type: { const: 'reward' } }
  return {
    oneOf: [
      ofMessage('call', callAction, callResult),
      ofMessage('create', createAction, createResult),
      closedObject({ ...selfdestruct, ...transaction, subtraces: noSubtraces }, { error }),
      ...(ofReward
        ? [closedObject({ ...reward, ...ofReward, subtraces: noSubtraces, traceAddress: noPath })]
        : []),
    ],
  }
}

const inBlock: Properties = {
  blockHash: ref('Hash'),
  blockNumber: { type: 'integer', minimum: 0 },
}

/** A trace without its place. */
export const trace = variants({}, undefined)

/** A trace with the block and the transaction that it belongs to; a reward belongs to a block alone. */
export const locatedTrace = variants(
  {
    ...inBlock,
    transactionHash: ref('Hash'),
    transactionPosition: { type: 'integer', minimum: 0 },
  },
  inBlock,
)

function delta(value: Schema): Schema {
  return {
    oneOf: [
      { const: '=' },
      closedObject({ '+': value }),
      closedObject({ '-': value }),
      closedObject({ '*': closedObject({ from: value, to: value }) }),
    ],
  }
}

/** What a transaction changed, by address. */
export const stateDiff: Schema = {
  type: 'object',
  propertyNames: ref('Address'),
  additionalProperties: closedObject({
    balance: delta(ref('Quantity')),
    code: delta(ref('Bytes')),
    nonce: delta(ref('Quantity')),
    storage: {
      type: 'object',
      propertyNames: ref('Hash'),
      additionalProperties: delta(ref('Hash')),
    },
  }),
}

const executed = closedObject({
  mem: orNull(closedObject({ data: ref('Bytes'), off: { type: 'integer', minimum: 0 } })),
  push: arrayOf(ref('Quantity')),
  store: orNull(closedObject({ key: ref('Quantity'), val: ref('Quantity') })),
  used: { type: 'integer', minimum: 0, description: 'The gas that is left.' },
})

/** The operations of a frame. */
export const vmTrace = closedObject({
  code: ref('Bytes'),
  ops: arrayOf(
    closedObject({
      cost: { type: 'integer', minimum: 0, description: 'In gas.' },
      ex: orNull(executed),
      op: { type: 'string' },
      pc: { type: 'integer', minimum: 0 },
      sub: orNull(ref('VmTrace')),
    }),
  ),
})

const replayed: Properties = {
  output: ref('Bytes'),
  stateDiff: orNull(ref('StateDiff')),
  trace: arrayOf(ref('Trace')),
  vmTrace: orNull(ref('VmTrace')),
}

/** The outcome of a transaction or a call, with the traces that were requested. */
export const replayedTransaction = closedObject(replayed)

/** The same with the transaction's hash. */
export const replayedInBlock = closedObject({ ...replayed, transactionHash: ref('Hash') })
