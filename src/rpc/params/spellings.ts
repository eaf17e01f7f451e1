import { isObject } from '../../primitives/input.ts'

// What Anvil reads as other nodes do not, rewritten as they read it. Anything else stays as it is, for their errors.

/** Written as a number or in decimal, or with leading zeros. */
export function respellQuantity(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    return `0x${BigInt(value).toString(16)}`
  }
  if (typeof value !== 'string') return value
  if (/^\d{1,78}$/.test(value)) return `0x${BigInt(value).toString(16)}`
  return /^0x[0-9a-f]{0,64}$/i.test(value)
    ? value.replace(/^0x0*(?=.)/i, '0x').replace(/^0x$/i, '0x0')
    : value
}

/** The length of a hash as text. */
const HASH_LENGTH = 66

/** A number as any quantity, or a tag in any case. */
export function respellBlock(value: unknown): unknown {
  if (isObject(value)) return respellMembers(value, ['blockNumber'], respellBlock)
  if (typeof value === 'string' && value.length === HASH_LENGTH) return value
  const spelt = respellQuantity(value)
  return typeof spelt === 'string' && !/^0x/i.test(spelt) ? spelt.toLowerCase() : spelt
}

/** In a transaction or a call. */
const quantities = [
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxFeePerBlobGas',
  'value',
  'nonce',
  'chainId',
  'type',
]

/** A transaction or a call. */
export function respellCall(value: unknown): unknown {
  return isObject(value) ? respellMembers(value, quantities, respellQuantity) : value
}

/** A filter of logs. */
export function respellFilter(value: unknown): unknown {
  return isObject(value) ? respellMembers(value, ['fromBlock', 'toBlock'], respellRangeEnd) : value
}

/** The pending block counts as the head. */
function respellRangeEnd(value: unknown): unknown {
  const end = respellBlock(value)
  return end === 'pending' ? 'latest' : end
}

/** A filter of the logs of future blocks, which may name only their end. */
export function respellFollowedFilter(value: unknown): unknown {
  const filter = respellFilter(value)
  if (!isObject(filter) || !('toBlock' in filter)) return filter
  return { fromBlock: 'earliest', ...filter }
}

/** A filter of a subscription, which may be missing: then all logs match. */
export function respellSubscribedFilter(value: unknown): unknown {
  return respellFilter(value ?? {})
}

function respellMembers(
  value: object,
  names: readonly string[],
  respell: (member: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.includes(name) ? respell(member) : member,
    ]),
  )
}
