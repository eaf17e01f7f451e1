import { toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { bloomOf } from '../encoding/bloom.ts'
import { decodeTransaction } from '../encoding/decode/decodeTransaction.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { toTransactionItem } from '../encoding/listItem.ts'
import type {
  ExecutableTransaction,
  ExecutedTransaction,
} from '../execution/executedTransactions.ts'
import type { WithdrawalFields } from '../execution/withdrawals.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { hashRequests } from '../protocol/requests.ts'
import { encodeAccesses } from '../state/blockAccesses.ts'
import { BlockOfTransactions, NotIncludedError } from './blockOfTransactions.ts'
import { withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { callServerError } from './callError.ts'
import type { HeaderValues } from './headerValues.ts'
import { messageOfTransaction } from './replay/messageOfTransaction.ts'
import { sealBlock } from './simulate/sealBlock.ts'
import type { PackedTransaction } from './simulate/transactionPacker.ts'

/** A block to build on the block of the environment. A plain value that can be sent to a worker thread. */
export interface BlockRequest {
  /** The fields that depend on what the block contains have any value. */
  readonly header: HeaderValues
  readonly transactions: readonly ExecutableTransaction[]
  /** whether a transaction that cannot be included makes the block fail, and is not left out */
  readonly needsAll: boolean
  readonly withdrawals: readonly WithdrawalFields[]
}

/** A block that was built, and is part of no chain. */
export interface WrittenBlock {
  readonly header: HeaderValues
  /** 32 bytes */
  readonly hash: Uint8Array
  /** as in the transactions trie (EIP-2718) */
  readonly transactions: readonly Uint8Array[]
  /** each prefixed with its type; undefined before Prague */
  readonly requests: readonly Uint8Array[] | undefined
  /** RLP; undefined before Amsterdam */
  readonly accessList: Uint8Array | undefined
  /** in wei: what the transactions pay to the recipient of fees */
  readonly fees: bigint
}

/**
 * Builds a block of proof of stake from transactions (geth, miner/worker.go, generateWork).
 *
 * @throws {CallError} if it is not valid with them
 */
export function buildBlock(
  environment: CallEnvironment,
  { header, transactions, needsAll, withdrawals }: BlockRequest,
): Promise<WrittenBlock> {
  return withCallEngine(environment, async (engine) => {
    const block = await BlockOfTransactions.start(engine, header, {
      bytesMax: Number.POSITIVE_INFINITY,
      isFromPool: false,
    })
    if (needsAll) await addAll(block, transactions)
    else await block.addPossible(transactions)
    const requests = await block.settle(withdrawals)
    const { included, context } = block
    const { state } = engine
    const accessList = state.accesses && encodeAccesses(state.accesses)
    const { fork } = context
    const hasRequests = isAtLeast(fork, 'prague')
    const blobGasUsed = included.reduce((sum, each) => sum + each.blobGasUsed, 0n)
    const complete: HeaderValues = {
      ...header,
      stateRoot: environment.nextStateRoot(state.changes()),
      gasUsed: block.gasUsed,
      ...(isAtLeast(fork, 'cancun') && { blobGasUsed }),
      ...(hasRequests && { requestsHash: hashRequests(requests) }),
      ...(accessList && { blockAccessListHash: keccak256(accessList) }),
    }
    const sealed = sealBlock(complete, {
      transactions: packed(included),
      withdrawals: isAtLeast(fork, 'shanghai') ? withdrawals : undefined,
      blobGasPrice: context.blobBaseFee ?? 0n,
    })
    return {
      header: sealed.header,
      hash: sealed.hash,
      transactions: included.map(({ encoded }) => encoded),
      requests: hasRequests ? requests : undefined,
      accessList,
      fees: feesOf(included, context.baseFee ?? 0n),
    }
  })
}

async function addAll(
  block: BlockOfTransactions,
  transactions: readonly ExecutableTransaction[],
): Promise<void> {
  try {
    for (const transaction of transactions) await block.add(transaction)
  } catch (error) {
    throw error instanceof NotIncludedError ? callServerError(error.message) : error
  }
}

function packed(included: readonly ExecutedTransaction[]): PackedTransaction[] {
  let cumulative = 0n
  return included.map(({ encoded, sender, type, succeeded, gasUsed, logs }) => {
    cumulative += gasUsed
    const status = succeeded ? Uint8Array.of(1) : new Uint8Array(0)
    const items = [status, toMinimalBytes(cumulative), bloomOf(logs), logs]
    return { encoded, sender, receipt: encodeTyped(type, items), logs }
  })
}

function feesOf(included: readonly ExecutedTransaction[], baseFee: bigint): bigint {
  return included.reduce((sum, { encoded, sender, gasUsed }) => {
    const transaction = decodeTransaction(toTransactionItem(encoded), toHex(sender))
    return sum + gasUsed * (messageOfTransaction(transaction, baseFee).gasPrice - baseFee)
  }, 0n)
}
