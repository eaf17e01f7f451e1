import type { Block, Chain, Hex } from '../../../../src/index.ts'
import { callToken } from '../../apps/facts.ts'
import { TRANSFER_TOPIC } from '../../apps/tokenTransfers.ts'
import type { Row } from '../rows.ts'
import type { StockBlock } from '../stock/stockTraces.ts'
import { gethFramesOf } from './gethFrames.ts'

// The columns of ethereum-etl's files.

export function blockRows(blocks: readonly Block[]): Row[] {
  return blocks.map(({ hash, header, size, totalDifficulty, transactions, withdrawals }) => ({
    number: header.number,
    hash,
    parent_hash: header.parentHash,
    nonce: header.nonce,
    sha3_uncles: header.sha3Uncles,
    logs_bloom: header.logsBloom,
    transactions_root: header.transactionsRoot,
    state_root: header.stateRoot,
    receipts_root: header.receiptsRoot,
    miner: header.miner,
    difficulty: header.difficulty,
    total_difficulty: totalDifficulty,
    size,
    extra_data: header.extraData,
    gas_limit: header.gasLimit,
    gas_used: header.gasUsed,
    timestamp: header.timestamp,
    transaction_count: transactions.length,
    base_fee_per_gas: header.baseFeePerGas,
    withdrawals_root: header.withdrawalsRoot,
    withdrawals: (withdrawals ?? [])
      .map(
        ({ index, validatorIndex, address, amount }) =>
          `{"index":${index},"validator_index":${validatorIndex},"address":"${address}","amount":${amount}}`,
      )
      .join(),
    blob_gas_used: header.blobGasUsed,
    excess_blob_gas: header.excessBlobGas,
  }))
}

export function transactionRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.transactions.map((transaction, index) => ({
      hash: transaction.hash,
      nonce: transaction.nonce,
      ...placeOf(block, index),
      from_address: transaction.from,
      to_address: transaction.to,
      value: transaction.value,
      gas: transaction.gas,
      gas_price: block.receipts[index]?.effectiveGasPrice,
      input: transaction.input,
      block_timestamp: block.header.timestamp,
      max_fee_per_gas: transaction.maxFeePerGas,
      max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
      transaction_type: transaction.type,
      max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
      blob_versioned_hashes: transaction.blobVersionedHashes?.join(),
    })),
  )
}

export function receiptRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.receipts.map((receipt, index) => ({
      transaction_hash: block.transactions[index]?.hash,
      ...placeOf(block, index),
      cumulative_gas_used: receipt.cumulativeGasUsed,
      gas_used: receipt.gasUsed,
      contract_address: receipt.contractAddress,
      root: receipt.root,
      status: receipt.status,
      effective_gas_price: receipt.effectiveGasPrice,
      blob_gas_price: receipt.blobGasPrice,
      blob_gas_used: receipt.blobGasUsed,
    })),
  )
}

export function logRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.receipts.flatMap(({ logs }, index) =>
      logs.map(({ logIndex, address, data, topics }) => ({
        log_index: logIndex,
        transaction_hash: block.transactions[index]?.hash,
        ...placeOf(block, index),
        address,
        data,
        topics: topics.join(),
      })),
    ),
  )
}

/** Of ERC-20 and of ERC-721: ethereum-etl does not distinguish them. */
export function tokenTransferRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap((block) =>
    block.receipts.flatMap(({ logs }, index) =>
      logs
        .filter(({ topics }) => topics[0] === TRANSFER_TOPIC)
        .map(({ address, topics, data, logIndex }) => ({
          token_address: address,
          from_address: `0x${topics[1]?.slice(-40)}`,
          to_address: `0x${topics[2]?.slice(-40)}`,
          value: BigInt(topics[3] ?? data),
          transaction_hash: block.transactions[index]?.hash,
          log_index: logIndex,
          block_number: block.header.number,
        })),
    ),
  )
}

/** The contracts that transactions created, with their code at the head. */
export async function contractRows(chain: Chain, blocks: readonly Block[]): Promise<Row[]> {
  const at = blocks.at(-1)?.hash ?? 0
  const receipts = blocks.flatMap((block) => block.receipts)
  return Promise.all(
    receipts.flatMap(({ contractAddress }) => {
      if (contractAddress === null) return []
      const row = async () => ({
        address: contractAddress,
        bytecode: (await chain.account(contractAddress, { at })).code,
      })
      return [row()]
    }),
  )
}

/** The tokens that were transferred; those of ERC-721 have neither decimals nor a supply. */
export async function tokenRows(chain: Chain, blocks: readonly Block[]): Promise<Row[]> {
  const at = blocks.at(-1)?.hash ?? 0
  const tokens = new Set(tokenTransferRows(blocks).map((row) => row.token_address as Hex))
  return Promise.all(
    [...tokens].map(async (address) => {
      const call = async (name: string) => {
        try {
          return await callToken(chain, at, address, name)
        } catch {
          return undefined // It has no such function.
        }
      }
      return {
        address,
        symbol: await call('symbol'),
        name: await call('name'),
        decimals: await call('decimals'),
        total_supply: await call('totalSupply'),
      }
    }),
  )
}

/** The contracts that were created by transactions and by contracts, with the code they were deployed with. */
export function createdRows(traced: StockBlock): Row[] {
  return gethFramesOf(traced)
    .filter(
      ({ type, error, isReverted }) =>
        type.startsWith('CREATE') && error === undefined && !isReverted,
    )
    .map(({ to, output }) => ({
      address: to,
      bytecode: output ?? '0x',
      block_number: traced.block.header.number,
    }))
}

function placeOf({ hash, header }: Block, index: number): Row {
  return { transaction_index: index, block_hash: hash, block_number: header.number }
}
