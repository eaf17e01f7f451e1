import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { dialectNames, dialects } from '../../endpoint/dialects/dialects.ts'
import { type Method, method } from '../method.ts'
import { invalidArgument, type Parameter } from '../params/arguments.ts'
import { closedObject } from '../schemas/schema.ts'
import { eth_getBlockByHash } from './eth_getBlockByHash.ts'
import { eth_getBlockByNumber } from './eth_getBlockByNumber.ts'
import { eth_getBlockReceipts } from './eth_getBlockReceipts.ts'
import { eth_getHeaderByHash } from './eth_getHeaderByHash.ts'
import { eth_getHeaderByNumber } from './eth_getHeaderByNumber.ts'
import { eth_getTransactionByBlockHashAndIndex } from './eth_getTransactionByBlockHashAndIndex.ts'
import { eth_getTransactionByBlockNumberAndIndex } from './eth_getTransactionByBlockNumberAndIndex.ts'
import { eth_getTransactionByHash } from './eth_getTransactionByHash.ts'
import { eth_getTransactionReceipt } from './eth_getTransactionReceipt.ts'
import { eth_getUncleByBlockHashAndIndex } from './eth_getUncleByBlockHashAndIndex.ts'
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex.ts'

/** The methods whose results the dialects write differently. */
const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    eth_getBlockByHash,
    eth_getBlockByNumber,
    eth_getBlockReceipts,
    eth_getHeaderByHash,
    eth_getHeaderByNumber,
    eth_getTransactionByBlockHashAndIndex,
    eth_getTransactionByBlockNumberAndIndex,
    eth_getTransactionByHash,
    eth_getTransactionReceipt,
    eth_getUncleByBlockHashAndIndex,
    eth_getUncleByBlockNumberAndIndex,
  }),
)

/** Their names. */
const writtenByDialects = [...methods.keys()]

const dialectName: Parameter<DialectName> = {
  name: 'dialect',
  schema: { type: 'string', enum: dialectNames },
  read: readDialectName,
}

function readDialectName(value: unknown, index: number): DialectName {
  const name = dialectNames.find((known) => known === value)
  if (name === undefined) throw invalidArgument(index, `want one of ${dialectNames.join(', ')}`)
  return name
}

interface WrittenCall {
  readonly method: Method
  readonly params: readonly unknown[]
}

const writtenCall: Parameter<WrittenCall> = {
  name: 'call',
  summary: 'A call of a method whose results the dialects write differently.',
  schema: closedObject({
    method: { type: 'string', enum: writtenByDialects },
    params: { type: 'array' },
  }),
  read: readWrittenCall,
}

function readWrittenCall(value: unknown, index: number): WrittenCall {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(index, 'want an object with method and params')
  }
  const { method: name, params, ...others } = value as Readonly<Record<string, unknown>>
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalidArgument(index, `there is no member '${other}'`)
  const method = methods.get(name as string)
  if (method === undefined) {
    throw invalidArgument(index, `method: want one of ${writtenByDialects.join(', ')}`)
  }
  if (!Array.isArray(params)) throw invalidArgument(index, 'params: want an array')
  return { method, params }
}

/** What another method answers in a dialect, whatever the dialect of the API key is. */
export const ommer_inDialect = method({
  name: 'ommer_inDialect',
  set: 'all',
  does: 'reads',
  summary: 'What a method answers in a dialect, whatever the dialect of the API key is.',
  params: [dialectName, writtenCall],
  result: {
    name: 'result',
    summary: 'That of the method.',
    schema: { oneOf: [{ type: 'object' }, { type: 'array' }, { type: 'null' }] },
  },
  errors: ['UNKNOWN_BLOCK'],
  run: ([name, { method: called, params }], context) =>
    called.call(params, { ...context, dialect: dialects[name] }),
})
