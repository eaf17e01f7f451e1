import { type BlockHeader, createBlockHeaderFromBytesArray } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { createTxFromBlockBodyData, type TypedTransaction } from '@ethereumjs/tx'
import { messageOf, OmmerError } from '../../primitives/errors.ts'
import { toBigInt, toHex, toNumber } from '../../primitives/hex.ts'
import { headerItems } from '../encoding/decode/headerOf.ts'
import { headerFieldNames, headerItem } from '../encoding/header.ts'
import { fromListItem, type TransactionItem } from '../encoding/listItem.ts'
import { AccessLimitError } from './accessLimitError.ts'
import { BlockBuilder } from './blockBuilder.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { choicesOf } from './candidateHeader.ts'
import type { Engine, Engines } from './engine.ts'
import type { SignedTransaction } from './signTransaction.ts'
import type { TransactionMessage } from './transactionMessage.ts'
import type { WithdrawalFields } from './withdrawals.ts'

/** A block is not a valid child of its parent; `number` and `field` say where it is wrong. */
export class InvalidBlockError extends OmmerError {
  readonly number: number
  readonly field: string
  readonly problem: string

  constructor(number: number, field: string, problem: string, options?: ErrorOptions) {
    super('INVALID_BLOCK', `block ${number}: ${field}: ${problem}`, options)
    this.number = number
    this.field = field
    this.problem = problem
  }
}

type Bytes = Uint8Array
type Items = [header: Bytes[], transactions: TransactionItem[], uncles: Bytes[][], Bytes[][]?]

/**
 * Runs an encoded block on its parent's state.
 *
 * @throws {InvalidBlockError} if a transaction is invalid, or a header field differs from the computed one
 */
export async function executeBlock(
  engines: Engines,
  parent: BuiltBlock,
  rlp: Uint8Array,
): Promise<BuiltBlock> {
  const number = parent.sealed.number + 1
  const [header, transactions, uncles, withdrawals = []] = RLP.decode(rlp) as Items
  const parentHash = toHex(headerItem(header, 'parentHash'))
  if (parentHash !== parent.sealed.hash) {
    throw new InvalidBlockError(
      number,
      'parentHash',
      `it is ${parentHash}, but the block before it is ${parent.sealed.hash}`,
    )
  }
  const choices = choicesOf(header)
  const engine = await engines.after(parent.sealed, choices.timestamp)
  const builder = await BlockBuilder.start(engine, parent, {
    ...choices,
    uncles: await Promise.all(uncles.map((items) => readHeader(engines, items))),
    withdrawals: withdrawals.map(readWithdrawal),
  })
  for (const [index, item] of transactions.entries()) {
    try {
      await builder.add(readTransaction(item, engine))
    } catch (error) {
      throw new InvalidBlockError(number, `transaction ${index}`, messageOf(error), {
        cause: error,
      })
    }
  }
  const built = await builder.seal(parent.progress).catch((error: unknown) => {
    if (!(error instanceof AccessLimitError)) throw error
    throw new InvalidBlockError(number, 'accessList', error.problem, { cause: error })
  })
  requireSameHeader(number, header, built)
  return built
}

function requireSameHeader(number: number, stated: readonly Bytes[], built: BuiltBlock): void {
  const computed = headerItems(built.sealed)
  for (const [index, name] of headerFieldNames.entries()) {
    const [expected, actual] = [describe(computed[index]), describe(stated[index])]
    if (expected !== actual) {
      throw new InvalidBlockError(number, name, `it is ${actual}, but must be ${expected}`)
    }
  }
}

function describe(field: Bytes | undefined): string {
  return field === undefined ? 'absent' : toHex(field)
}

/** Decodes a header under the rules of its own fork. */
export async function readHeader(engines: Engines, items: Bytes[]): Promise<BlockHeader> {
  const number = toNumber(headerItem(items, 'number'))
  const timestamp = toNumber(headerItem(items, 'timestamp'))
  const { common } = await engines.at(number, timestamp)
  return createBlockHeaderFromBytesArray(items, { common, freeze: false })
}

function readWithdrawal(items: Bytes[]): WithdrawalFields {
  const [index, validatorIndex, address, amount] = items as [Bytes, Bytes, Bytes, Bytes]
  return {
    index: toNumber(index),
    validatorIndex: toNumber(validatorIndex),
    address,
    amountGwei: toBigInt(amount),
  }
}

/**
 * Decodes a transaction from a block's RLP, and recovers its sender.
 *
 * @throws if it is not valid under the engine's fork
 */
export function readTransaction(item: TransactionItem, { common }: Engine): SignedTransaction {
  const executable = createTxFromBlockBodyData(item, { common, freeze: false })
  const sender = executable.getSenderAddress()
  executable.getSenderAddress = () => sender
  return {
    type: executable.type,
    message: toMessage(executable, sender.bytes),
    encoded: fromListItem(item),
    executable: () => executable,
  }
}

function toMessage(transaction: TypedTransaction, from: Uint8Array): TransactionMessage {
  const { to, nonce, value, data, gasLimit } = transaction
  const hasFeeMarket = 'maxFeePerGas' in transaction
  const hasBlobs = 'blobVersionedHashes' in transaction
  return {
    from,
    to: to?.bytes,
    nonce,
    value,
    data,
    gasLimit,
    gasFeeCap: hasFeeMarket ? transaction.maxFeePerGas : transaction.gasPrice,
    gasTipCap: hasFeeMarket ? transaction.maxPriorityFeePerGas : transaction.gasPrice,
    accessList: 'accessList' in transaction ? transaction.accessList : undefined,
    blobGasFeeCap: hasBlobs ? transaction.maxFeePerBlobGas : undefined,
    blobHashes: hasBlobs ? transaction.blobVersionedHashes : undefined,
    authorizationList:
      'authorizationList' in transaction ? transaction.authorizationList : undefined,
  }
}
