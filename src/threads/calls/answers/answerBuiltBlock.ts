import {
  type BlockRequest,
  buildBlock,
  type WrittenBlock,
} from '../../../chain/calls/buildBlock.ts'
import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { type Hex, toHex, toQuantity } from '../../../primitives/hex.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'

/**
 * Builds a block, and writes it as the engine API does (geth, beacon/engine, BlockToExecutableData). The bundle of blobs
 * is empty: blobs are not kept.
 *
 * @returns JSON; undefined if the state root is that of no other node
 * @throws {CallError} if it is not valid, or too large
 */
export async function answerBuiltBlock(
  environment: CallEnvironment,
  request: BlockRequest & AnswerLimit,
): Promise<Uint8Array | undefined> {
  const block = await buildBlock(environment, request)
  if (!environment.hasExactRoot()) return undefined
  const json = new LimitedJson(request)
  const envelope = {
    executionPayload: payloadOf(block, request),
    blockValue: toQuantity(block.fees),
    blobsBundle: { commitments: [], proofs: [], blobs: [] },
    executionRequests: block.requests?.map(toHex) ?? null,
    shouldOverrideBuilder: false,
  }
  json.add(JSON.stringify(envelope))
  return json.bytes()
}

function payloadOf(
  { header, hash, transactions, accessList }: WrittenBlock,
  { withdrawals }: BlockRequest,
): Readonly<Record<string, unknown>> {
  const { slotNumber } = header
  return {
    parentHash: toHex(header.parentHash),
    feeRecipient: toHex(header.miner),
    stateRoot: toHex(header.stateRoot),
    receiptsRoot: toHex(header.receiptsRoot),
    logsBloom: toHex(header.logsBloom),
    prevRandao: toHex(header.mixHash),
    blockNumber: toQuantity(header.number),
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    extraData: toHex(header.extraData),
    baseFeePerGas: quantityOrNull(header.baseFeePerGas),
    blockHash: toHex(hash),
    transactions: transactions.map(toHex),
    withdrawals:
      header.withdrawalsRoot === undefined
        ? null
        : withdrawals.map(({ index, validatorIndex, address, amountGwei }) => ({
            index: toQuantity(index),
            validatorIndex: toQuantity(validatorIndex),
            address: toHex(address),
            amount: toQuantity(amountGwei),
          })),
    blobGasUsed: quantityOrNull(header.blobGasUsed),
    excessBlobGas: quantityOrNull(header.excessBlobGas),
    ...(accessList !== undefined && { blockAccessList: toHex(accessList) }),
    ...(slotNumber !== undefined && { slotNumber: toQuantity(slotNumber) }),
  }
}

function quantityOrNull(value: bigint | undefined): Hex | null {
  return value === undefined ? null : toQuantity(value)
}
