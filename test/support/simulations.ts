import type { CallMessage } from '../../src/chain/calls/message.ts'
import type { BlockCalls, SimulatedBlock } from '../../src/chain/calls/simulate/simulation.ts'
import type { Block, Transaction } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import { fromHex } from '../../src/primitives/hex.ts'

/** What `eth_simulateV1` needs to build a block of a chain again: its transactions as calls. */
export function callsOf({ header, transactions, withdrawals }: Block): BlockCalls {
  const { parentBeaconBlockRoot } = header
  return {
    blockOverrides: {
      number: BigInt(header.number),
      time: BigInt(header.timestamp),
      // After the merge it cannot be overridden.
      ...(header.difficulty !== 0n && { difficulty: header.difficulty }),
      gasLimit: header.gasLimit,
      feeRecipient: fromHex(header.miner),
      prevRandao: fromHex(header.mixHash),
      beaconRoot: parentBeaconBlockRoot && fromHex(parentBeaconBlockRoot),
      withdrawals: withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
        index: BigInt(index),
        validatorIndex: BigInt(validatorIndex),
        address: fromHex(address),
        amountGwei: amount,
      })),
    },
    stateOverrides: [],
    calls: transactions.map(messageOf),
  }
}

function messageOf(transaction: Transaction): CallMessage {
  const { from, to, nonce, gas, value, input, gasPrice, maxFeePerGas } = transaction
  return {
    from: fromHex(from),
    to: to === null ? undefined : fromHex(to),
    nonce: BigInt(nonce),
    gas,
    value,
    data: fromHex(input),
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
    maxFeePerBlobGas: transaction.maxFeePerBlobGas,
    blobVersionedHashes: transaction.blobVersionedHashes?.map(fromHex),
    accessList: transaction.accessList?.map(({ address, storageKeys }) => ({
      address: fromHex(address),
      storageKeys: storageKeys.map(fromHex),
    })),
    authorizationList: transaction.authorizationList?.map(({ address, nonce, ...rest }) => ({
      ...rest,
      address: fromHex(address),
      nonce: BigInt(nonce),
    })),
  }
}

/** A simulated block as the chain decodes blocks. */
export function decodeSimulated({ sealed }: SimulatedBlock): Block {
  return decodeBlock({ ...sealed, totalDifficulty: 0n })
}
