import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { dialectNames, dialects } from '../../endpoint/dialects/dialects.ts'
import type { Method } from '../method.ts'
import { type Decoder, decodeArguments, invalidArgument } from '../params/arguments.ts'
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
const methods = new Map<string, Method>(
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
export const writtenByDialects = [...methods.keys()]

/**
 * What another method answers in a dialect, whatever the dialect of the API key is.
 *
 * 1. the dialect
 * 2. the call: `method` and `params`
 *
 * Result: that of the method.
 */
export const ommer_inDialect: Method = (given, context) => {
  const [name, { method, params }] = decodeArguments(given, [dialectName, writtenCall])
  return method(params, { ...context, dialect: dialects[name] })
}

const dialectName: Decoder<DialectName> = (value, index) => {
  const name = dialectNames.find((known) => known === value)
  if (name === undefined) throw invalidArgument(index, `want one of ${dialectNames.join(', ')}`)
  return name
}

interface WrittenCall {
  readonly method: Method
  readonly params: readonly unknown[]
}

const writtenCall: Decoder<WrittenCall> = (value, index) => {
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
