import { OmmerError } from '../../primitives/errors.ts'
import { fromHex, toBigInt } from '../../primitives/hex.ts'

type Bytes = Uint8Array

/** keccak of `DepositEvent(bytes,bytes,bytes,bytes,bytes)` */
const DEPOSIT_EVENT = fromHex('0x649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5')

/** The offset of each field in the event's data, and its size in bytes (EIP-6110, is_valid_deposit_event_data). */
const FIELDS = [
  { name: 'pubkey', at: 160, size: 48 },
  { name: 'withdrawal_credentials', at: 256, size: 32 },
  { name: 'amount', at: 320, size: 8 },
  { name: 'signature', at: 384, size: 96 },
  { name: 'index', at: 512, size: 8 },
] as const
const EVENT_BYTES = 576
const WORD = 32

/** A log of the deposit contract does not have the layout that EIP-6110 requires, which makes its block invalid. */
export class InvalidDepositError extends OmmerError {
  constructor(problem: string) {
    super('INVALID_DEPOSIT', `deposit log: ${problem}`)
  }
}

/**
 * Finds the deposits to the beacon chain among logs.
 *
 * @param contract 20 bytes: the deposit contract
 * @returns the data of each deposit event
 */
export function depositEvents(
  logs: readonly (readonly [address: Bytes, topics: readonly Bytes[], data: Bytes])[],
  contract: Bytes,
): Bytes[] {
  return logs
    .filter(([address, [topic]]) => equal(address, contract) && equal(topic, DEPOSIT_EVENT))
    .map(([, , data]) => data)
}

/**
 * The deposit requests of a block: the concatenated fields of each event (EIP-6110).
 *
 * @param events data of the events, in the order of their logs
 * @throws {InvalidDepositError}
 */
export function encodeDeposits(events: readonly Bytes[]): Bytes {
  return new Uint8Array(Buffer.concat(events.flatMap(depositFields)))
}

function depositFields(data: Bytes): Bytes[] {
  if (data.length !== EVENT_BYTES) {
    throw new InvalidDepositError(`it has ${data.length} bytes, and must have ${EVENT_BYTES}`)
  }
  return FIELDS.map(({ name, at, size }, index) => {
    const [offset, length] = [wordAt(data, index * WORD), wordAt(data, at)]
    if (offset !== BigInt(at) || length !== BigInt(size)) {
      const problem = `${name} is ${length} bytes at ${offset}, and must be ${size} at ${at}`
      throw new InvalidDepositError(problem)
    }
    return data.subarray(at + WORD, at + WORD + size)
  })
}

function wordAt(data: Bytes, at: number): bigint {
  return toBigInt(data.subarray(at, at + WORD))
}

function equal(left: Bytes | undefined, right: Bytes): boolean {
  return left !== undefined && Buffer.compare(left, right) === 0
}
