import { keccak256 } from 'viem'
import type { Block, Hex } from '../../../../src/index.ts'
import type { Row } from '../rows.ts'
import type { StockBlock } from '../stock/stockTraces.ts'
import { type ParityTrace, parityTracesOf } from './parityTraces.ts'

// The columns of cryo's data sets, without those that it computes from others.

export function cryoBlockRows(blocks: readonly Block[]): Row[] {
  return blocks.map(({ hash, header, totalDifficulty, size }) => ({
    block_number: header.number,
    block_hash: hash,
    parent_hash: header.parentHash,
    author: header.miner,
    state_root: header.stateRoot,
    transactions_root: header.transactionsRoot,
    receipts_root: header.receiptsRoot,
    gas_used: header.gasUsed,
    extra_data: header.extraData,
    logs_bloom: header.logsBloom,
    timestamp: header.timestamp,
    total_difficulty_string: totalDifficulty,
    size,
    base_fee_per_gas: header.baseFeePerGas,
  }))
}

export function cryoTransactionRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.transactions.map((transaction, index) => ({
      block_number: block.header.number,
      block_hash: block.hash,
      timestamp: block.header.timestamp,
      transaction_index: index,
      transaction_hash: transaction.hash,
      nonce: transaction.nonce,
      from_address: transaction.from,
      to_address: transaction.to,
      value_string: transaction.value,
      input: transaction.input,
      gas_limit: transaction.gas,
      gas_used: block.receipts[index]?.gasUsed,
      gas_price: block.receipts[index]?.effectiveGasPrice,
      transaction_type: transaction.type,
      max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
      max_fee_per_gas: transaction.maxFeePerGas,
      success: block.receipts[index]?.status === 1,
    })),
  )
}

export function cryoLogRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.receipts.flatMap(({ logs }, index) =>
      logs.map(({ logIndex, address, topics, data }) => ({
        block_number: block.header.number,
        block_hash: block.hash,
        transaction_index: index,
        log_index: logIndex,
        transaction_hash: block.transactions[index]?.hash,
        address,
        topic0: topics[0],
        topic1: topics[1],
        topic2: topics[2],
        topic3: topics[3],
        data,
      })),
    ),
  )
}

export function cryoTraceRows(traced: StockBlock): Row[] {
  return parityTracesOf(traced).map((trace) => {
    const { type, transaction } = trace
    const isCreation = type === 'create'
    const isReward = type === 'reward'
    return {
      // cryo writes the account that gets a reward into the column of senders.
      action_from: isReward ? trace.to : trace.from,
      action_to: isCreation || isReward ? undefined : trace.to,
      action_value: trace.value,
      action_gas: trace.gas,
      action_input: type === 'call' ? trace.input : undefined,
      action_call_type: trace.callType?.replace(/(?=code|call$)(?!^)/, '_'),
      action_init: isCreation ? trace.input : undefined,
      action_reward_type: trace.rewardType === 'block' ? 'reward' : trace.rewardType,
      action_type: type,
      result_gas_used: trace.gasUsed,
      result_output: isCreation ? undefined : trace.output,
      result_code: isCreation ? trace.output : undefined,
      result_address: isCreation ? trace.to : undefined,
      trace_address: trace.path.join('_'),
      subtraces: trace.subtraces,
      transaction_index: transaction?.index,
      transaction_hash: transaction?.hash,
      block_number: traced.block.header.number,
      block_hash: traced.block.hash,
      error: trace.error,
    }
  })
}

export function cryoContractRows(traced: StockBlock): Row[] {
  return parityTracesOf(traced)
    .filter(({ type, output }) => type === 'create' && output !== undefined)
    .map((trace, index) => ({
      block_number: traced.block.header.number,
      block_hash: traced.block.hash,
      create_index: index,
      transaction_hash: trace.transaction?.hash,
      contract_address: trace.to,
      deployer: traced.transactions[trace.transaction?.index ?? 0]?.frame.from,
      factory: trace.from,
      init_code: trace.input,
      code: trace.output,
      // cryo 0.3.2 swaps these two.
      init_code_hash: keccak256(trace.output ?? '0x'),
      code_hash: keccak256(trace.input ?? '0x'),
    }))
}

/** All calls, and rewards: cryo leaves out neither calls that transfer nothing nor those that failed. */
export function cryoTransferRows(traced: StockBlock): Row[] {
  return parityTracesOf(traced).map((trace, index) => ({
    block_number: traced.block.header.number,
    block_hash: traced.block.hash,
    transaction_index: trace.transaction?.index,
    transfer_index: index,
    transaction_hash: trace.transaction?.hash,
    from_address: trace.from ?? NO_ADDRESS,
    to_address: recipientOf(trace),
    value_string: trace.value,
  }))
}

const NO_ADDRESS: Hex = `0x${'0'.repeat(40)}`

function recipientOf({ to }: ParityTrace): Hex {
  return to ?? `0x${'0'.repeat(64)}`
}
