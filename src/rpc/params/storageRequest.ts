import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'
import { readAddress } from './address.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { readHash } from './hash.ts'
import { describe } from './hexNumber.ts'

/** Slots by address, sorted by address. */
export type StorageRequest = readonly (readonly [address: Hex, slots: readonly Hex[]])[]

/** As in geth. */
const SLOTS_MAX = 1024

/**
 * Reads the slots that `eth_getStorageValues` returns: an object with a list of slots for each address.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readStorageRequest(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): StorageRequest {
  const refuse = (reason: string) => invalidArgument(index, reason)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(errors.wrongKind('storageRequest', describe(value)))
  }
  const slotsByAddress = new Map<Hex, readonly Hex[]>()
  for (const [key, slots] of Object.entries(value)) {
    const at = readAddress(key, index, errors)
    // As in geth, null is an empty list.
    const list: unknown = slots ?? []
    if (!Array.isArray(list)) throw refuse(errors.wrongKind('slots', describe(list)))
    const read = list.map((slot) => readHash(slot, index, errors))
    slotsByAddress.set(at, read)
  }
  return [...slotsByAddress].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** @throws {RequestError} if it has too many slots, or none */
export function requireSlots(request: StorageRequest): void {
  const count = request.reduce((sum, [, slots]) => sum + slots.length, 0)
  if (count > SLOTS_MAX) {
    throw new RequestError('CLIENT_LIMIT_EXCEEDED', `too many slots (max ${SLOTS_MAX})`)
  }
  if (count === 0) throw new RequestError('INVALID_PARAMS', 'empty request')
}

export const storageRequest: Parameter<StorageRequest> = {
  name: 'slots',
  summary: 'Lists of slots by address: at least 1 slot and at most 1,024 in all.',
  schema: {
    type: 'object',
    minProperties: 1,
    patternProperties: { '^0[xX][0-9a-fA-F]{40}$': orNull(arrayOf(ref('HashParameter'))) },
    additionalProperties: false,
  },
  read: readStorageRequest,
}
