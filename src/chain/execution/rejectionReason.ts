import { toHex } from '../../primitives/hex.ts'
import { GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { itemBytesMax } from '../protocol/blockSize.ts'
import type { SignedTransaction } from './signTransaction.ts'

/** What a block under construction has left for the next transaction, and what that has to pay. */
export interface BlockCapacity {
  /** in gas */
  readonly gasLeft: bigint
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in blob gas */
  readonly blobGasLeft: bigint
  /** in wei per blob gas */
  readonly blobGasPrice: bigint
  /** in bytes of the block's RLP; infinite before Osaka */
  readonly bytesLeft: number
  senderState(address: Uint8Array): { nonce: bigint; balance: bigint }
}

/** Why a block cannot take a transaction, and what is accepted. */
export interface Rejection {
  readonly code: 'NONCE_GAP' | 'GAS_LIMIT' | 'BLOCK_SIZE' | 'FEE_TOO_LOW' | 'INSUFFICIENT_FUNDS'
  readonly problem: string
}

/**
 * Why a block cannot take a transaction, or the sender cannot send it now (Yellow Paper 6.2, EIP-1559, EIP-4844,
 * EIP-7934); undefined if the block can take it.
 */
export function rejectionReason(
  transaction: SignedTransaction,
  block: BlockCapacity,
): Rejection | undefined {
  const { message, encoded } = transaction
  const { gasLimit, gasFeeCap: price, blobGasFeeCap: blobPrice = 0n } = message
  const { nonce, balance } = block.senderState(message.from)
  const from = () => toHex(message.from)
  if (message.nonce !== nonce) {
    const problem = `nonce ${message.nonce} of ${from()} does not follow: the next is ${nonce}`
    return { code: 'NONCE_GAP', problem }
  }
  if (gasLimit > block.gasLeft) {
    const problem = `gas ${gasLimit} is above the ${block.gasLeft} that the block has left`
    return { code: 'GAS_LIMIT', problem }
  }
  if (itemBytesMax(encoded) > block.bytesLeft) {
    const problem = `its ${encoded.length} bytes do not fit into the ${block.bytesLeft} that the block has left`
    return { code: 'BLOCK_SIZE', problem }
  }
  if (price < block.baseFeePerGas) {
    const problem = `${price} wei per gas are below the base fee of ${block.baseFeePerGas}`
    return { code: 'FEE_TOO_LOW', problem }
  }
  const blobs = message.blobHashes?.length ?? 0
  const blobGas = GAS_PER_BLOB * BigInt(blobs)
  if (blobs > 0 && blobGas > block.blobGasLeft) {
    const problem = `blob gas ${blobGas} is above the ${block.blobGasLeft} that the block has left`
    return { code: 'GAS_LIMIT', problem }
  }
  if (blobs > 0 && blobPrice < block.blobGasPrice) {
    const problem = `${blobPrice} wei per blob gas are below the price of ${block.blobGasPrice}`
    return { code: 'FEE_TOO_LOW', problem }
  }
  const cost = message.value + gasLimit * price + blobGas * blobPrice
  if (cost > balance) {
    const problem = `${from()} has ${balance} wei, and the transaction may cost ${cost}`
    return { code: 'INSUFFICIENT_FUNDS', problem }
  }
  return undefined
}
