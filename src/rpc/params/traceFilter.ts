import type { TraceAddresses } from '../../chain/calls/parity/traceMatcher.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { arrayOf, orNull, ref, type Schema } from '../schemas/schema.ts'
import { readAddress } from './address.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, readBlockParameter } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { describe } from './hexNumber.ts'

/** Which traces match, and which part of them to return. */
export interface TraceFilter {
  /** a range that includes both ends */
  readonly from: BlockParameter
  readonly to: BlockParameter
  readonly addresses: TraceAddresses
  /** how many of the matching traces to skip */
  readonly after: number
  /** how many to return at most */
  readonly count: number
}

/** As in `eth_getLogs`. */
const ADDRESSES_MAX = 1000

const names = [
  'fromBlock',
  'toBlock',
  'fromAddress',
  'toAddress',
  'mode',
  'after',
  'count',
] as const

/**
 * Reads the filter of `trace_filter`. A member that is null counts as omitted. As in Erigon and Reth, `fromBlock` is the
 * first block by default, `toBlock` the head, an empty list of addresses means any, and of two lists one has to match.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTraceFilter(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): TraceFilter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(index, errors.wrongKind('filter', describe(value)))
  }
  const members = foldedMembers(value, index, names)
  const block = (name: 'fromBlock' | 'toBlock', otherwise: BlockParameter) => {
    const given = members.get(name)
    return given === undefined ? otherwise : readBlockParameter(given, index, errors)
  }
  const addresses = (name: 'fromAddress' | 'toAddress') =>
    readAddresses(members.get(name) ?? [], index, errors)
  const mode = members.get('mode') ?? 'union'
  if (mode !== 'union' && mode !== 'intersection') {
    throw invalidArgument(index, 'mode must be "union" or "intersection"')
  }
  return {
    from: block('fromBlock', 'earliest'),
    to: block('toBlock', 'latest'),
    addresses: { from: addresses('fromAddress'), to: addresses('toAddress'), mode },
    after: readCount('after', members.get('after') ?? 0, index),
    count: readCount('count', members.get('count') ?? Number.MAX_SAFE_INTEGER, index),
  }
}

function readAddresses(
  value: unknown,
  index: number,
  errors: DialectErrors,
): ReadonlySet<Hex> | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > ADDRESSES_MAX) {
    throw invalidArgument(index, `at most ${ADDRESSES_MAX} addresses`)
  }
  const addresses = list.map((each) => readAddress(each, index, errors))
  return addresses.length === 0 ? undefined : new Set(addresses)
}

/**
 * A number, or QUANTITY of up to 64 bits. No chain has 2^53 traces, so a quantity above that selects what the largest
 * number does.
 */
function readCount(name: 'after' | 'count', value: unknown, index: number): number {
  if (typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,15})$/i.test(value)) {
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalidArgument(
    index,
    `${name} must be a number from 0 to 2^53 - 1, or a quantity up to 2^64 - 1`,
  )
}

// What `readTraceFilter` accepts, except that it takes the names of members in any case. A member that is null counts as
// omitted.

const addressesSchema: Schema = {
  oneOf: [
    ref('AddressParameter'),
    { ...arrayOf(ref('AddressParameter')), maxItems: ADDRESSES_MAX },
    { type: 'null' },
  ],
}

const countSchema: Schema = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,15})$' },
    { type: 'null' },
  ],
}

export const traceFilter: Parameter<TraceFilter> = {
  name: 'filter',
  summary: 'Of which blocks, from and to which accounts; and which part of the matching traces.',
  schema: {
    type: 'object',
    properties: {
      fromBlock: orNull(ref('BlockParameter')),
      toBlock: orNull(ref('BlockParameter')),
      fromAddress: addressesSchema,
      toAddress: addressesSchema,
      mode: { oneOf: [{ enum: ['union', 'intersection'] }, { type: 'null' }] },
      after: countSchema,
      count: countSchema,
    },
    additionalProperties: false,
  },
  read: readTraceFilter,
  blocksOf: ({ from, to }) => ({ from, to }),
}
