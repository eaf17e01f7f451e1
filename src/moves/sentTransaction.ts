import type * as v from 'valibot'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { fromListItem } from '../chain/encoding/listItem.ts'
import { senderAt } from '../chain/encoding/senders.ts'
import { hashedTransactions } from '../chain/encoding/transactionHashes.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { PendingTransaction } from '../endpoint/endpointPool.ts'
import type { SentName } from '../endpoint/heldTransactions.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import { readSigned } from '../endpoint/readSigned.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { either, hexText, wanted, wholeNumber } from '../primitives/input.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { Parameter } from './move.ts'
import { requireMiner } from './requireMiner.ts'

// How moves name transactions that were sent.

/** The length of a hash as text. */
const HASH_LENGTH = 66

const isNumber = (value: unknown): boolean => typeof value === 'number'

const NAME = 'the hash of a transaction, or its number among those that were sent, from 1'

/** The hash of a transaction that was sent, or its number in the order of sending, from 1. */
export const sentName = either(
  isNumber,
  wholeNumber(1),
  hexText(/^0x[0-9a-fA-F]{64}$/, wanted(NAME)),
) satisfies v.GenericSchema<unknown, SentName>

export const transaction: Parameter<SentName> = {
  name: 'transaction',
  description: 'Its hash, or its number among those that were sent to the endpoint, from 1.',
  schema: sentName,
}

/** The hash of a transaction instead of its number, for the history. */
export function namedByHash(
  [name]: readonly [SentName],
  hashOf: (name: SentName) => Hex | undefined,
): [SentName] | undefined {
  const hash = hashOf(name)
  return hash === undefined ? undefined : [hash]
}

/** The hash of a transaction, its signed bytes, or its number among those that were sent to the endpoint, from 1. */
export type TransactionName = Hex | number

const signed = hexText(
  /^0x(?:[0-9a-fA-F]{2})+$/,
  wanted(
    'the hash of a transaction, its signed bytes in hex, or its number among those that were sent',
  ),
)

export const transactionName = either(isNumber, wholeNumber(1), signed)

/**
 * The hash of a transaction that was sent.
 *
 * @throws {EndpointMoveError} NO_SUCH_TRANSACTION for a number that is not known
 */
export function hashOfSent(endpoint: Endpoint, name: SentName): Hex {
  const miner = requireMiner(endpoint)
  const hash = miner.hashOf(name)
  if (hash !== undefined) return hash
  const problem = `there is no transaction ${name}: ${miner.log.count} were sent to this endpoint`
  throw new EndpointMoveError('NO_SUCH_TRANSACTION', problem)
}

/** A transaction that a block shall include; with what was sent, if it came as signed bytes. */
export interface ResolvedTransaction {
  readonly ready: PendingTransaction
  readonly signed?: Awaited<ReturnType<typeof readSigned>>
}

/**
 * Finds a transaction that a block shall include.
 *
 * @throws {EndpointMoveError} NO_SUCH_TRANSACTION, or INVALID_ARGUMENT for signed bytes that are not valid
 */
export async function resolveTransaction(
  endpoint: Endpoint,
  name: TransactionName,
  pause: Pause | undefined,
): Promise<ResolvedTransaction> {
  if (typeof name === 'string' && name.length !== HASH_LENGTH) {
    const signed = await readSigned(endpoint, name, pause)
    return { ready: toReady(signed), signed }
  }
  const hash = hashOfSent(endpoint, name)
  const sent = await requireMiner(endpoint).find(hash)
  if (sent !== undefined) return { ready: toReady(sent) }
  const location = endpoint.transactionByHash(hash)
  if (location !== undefined) return { ready: transactionAt(location.block, location.index) }
  const problem = `there is no transaction ${hash} in the pool or on the branch of the head`
  throw new EndpointMoveError('NO_SUCH_TRANSACTION', problem)
}

function toReady(
  sent: Omit<PendingTransaction, 'sender'> & { readonly sender: Hex },
): PendingTransaction {
  const { hash, encoded, sender } = sent
  return { hash, encoded, sender: fromHex(sender) }
}

function transactionAt(block: SealedBlock, index: number): PendingTransaction {
  const found = hashedTransactions(block)[index]
  if (found === undefined) throw new Error(`block ${block.hash} has no transaction ${index}`)
  const sender = senderAt(block, index)
  return { hash: found.hash, encoded: fromListItem(found.item), sender }
}
