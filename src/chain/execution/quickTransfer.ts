import { toHex } from '../../primitives/hex.ts'
import { GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { GAS_LIMIT_CAP, TRANSFER_GAS } from '../protocol/transactionGas.ts'
import { EMPTY_CODE_HASH } from '../state/account.ts'
import type { BaseAccount, StorageBase } from '../state/stateBase.ts'
import type { WorldState } from '../state/worldState.ts'
import type { TransactionMessage } from './transactionMessage.ts'

const NONCE_MAX = 2n ** 64n - 1n

/** What a transfer depends on of its block. */
interface TransferBlock {
  readonly fork: ForkName
  /** 20 bytes: receives the fees */
  readonly coinbase: Uint8Array
  /** in wei per gas; undefined before London */
  readonly baseFee: bigint | undefined
  /** in wei per blob gas; undefined before Cancun */
  readonly blobBaseFee: bigint | undefined
  /** in gas: what it has left */
  readonly gasLeft: bigint
  /** the contracts of the fork that are not in the state, by their addresses in hex without prefix */
  readonly precompiles: { has(address: string): boolean }
}

/** What a transfer did. */
export interface TransferResult {
  /** in gas */
  readonly gasUsed: bigint
  /** in blob gas */
  readonly blobGasUsed: bigint
}

/**
 * Does to the state what a transaction does that only sends wei to an account without code, without the EVM: half of the
 * transactions of a chain are like that. Tests compare both.
 *
 * @returns undefined where the EVM must run it: it does more, or the protocol may not allow it
 */
export function quickTransfer<Storage extends StorageBase>(
  state: WorldState<Storage>,
  block: TransferBlock,
  message: TransactionMessage,
): TransferResult | undefined {
  const { from, to, nonce, value } = message
  if (to === undefined || !isPlain(message)) return undefined
  const price = gasPriceOf(message, block)
  const blobFee = blobFeeOf(message, block)
  if (price === undefined || blobFee === undefined) return undefined
  const tip = TRANSFER_GAS * (price - (block.baseFee ?? 0n))
  // What leaves an account empty may create or remove it (EIP-161).
  if (value === 0n || tip === 0n) return undefined
  const sender = state.account(from)
  if (sender === undefined || !canSend(sender, message, block)) return undefined
  if (block.precompiles.has(toHex(to).slice(2)) || hasCode(state.account(to))) return undefined

  const balance = sender.balance - value - TRANSFER_GAS * price - blobFee.paid
  state.setAccount(from, { nonce: nonce + 1n, balance, codeHash: sender.codeHash })
  credit(state, to, value)
  credit(state, block.coinbase, tip)
  return { gasUsed: TRANSFER_GAS, blobGasUsed: blobFee.gas }
}

function isPlain({ data, accessList, authorizationList }: TransactionMessage): boolean {
  return data.length === 0 && (accessList?.length ?? 0) === 0 && authorizationList === undefined
}

/** @returns in wei per gas; undefined if the fees are not valid in the block (EIP-1559) */
function gasPriceOf(
  { gasFeeCap, gasTipCap }: TransactionMessage,
  { baseFee = 0n }: TransferBlock,
): bigint | undefined {
  if (gasFeeCap < baseFee || gasFeeCap < gasTipCap) return undefined
  const price = baseFee + gasTipCap
  return price < gasFeeCap ? price : gasFeeCap
}

/** @returns what the sender pays for blobs (EIP-4844); undefined if the block may not allow them */
function blobFeeOf(
  { blobHashes, blobGasFeeCap }: TransactionMessage,
  { blobBaseFee }: TransferBlock,
): { readonly gas: bigint; readonly paid: bigint } | undefined {
  if (blobHashes === undefined) return { gas: 0n, paid: 0n }
  if (blobGasFeeCap === undefined || blobBaseFee === undefined) return undefined
  if (blobHashes.length === 0 || blobGasFeeCap < blobBaseFee) return undefined
  const gas = GAS_PER_BLOB * BigInt(blobHashes.length)
  return { gas, paid: gas * blobBaseFee }
}

/** Whether the sender can pay, and neither its code nor its nonce nor the gas limit forbids it. */
function canSend(
  sender: BaseAccount,
  { nonce, value, gasLimit, gasFeeCap, blobHashes, blobGasFeeCap = 0n }: TransactionMessage,
  { fork, gasLeft }: TransferBlock,
): boolean {
  if (sender.nonce !== nonce || nonce === NONCE_MAX || hasCode(sender)) return false
  if (gasLimit < TRANSFER_GAS || gasLimit > gasLeft) return false
  if (isAtLeast(fork, 'osaka') && gasLimit > GAS_LIMIT_CAP) return false
  const blobGas = GAS_PER_BLOB * BigInt(blobHashes?.length ?? 0)
  return sender.balance >= value + gasLimit * gasFeeCap + blobGas * blobGasFeeCap
}

function hasCode(account: BaseAccount | undefined): boolean {
  const codeHash = account?.codeHash ?? EMPTY_CODE_HASH
  return codeHash !== EMPTY_CODE_HASH && Buffer.compare(codeHash, EMPTY_CODE_HASH) !== 0
}

function credit<Storage extends StorageBase>(
  state: WorldState<Storage>,
  address: Uint8Array,
  wei: bigint,
): void {
  const { nonce, balance, codeHash }: Omit<BaseAccount, 'storage'> =
    state.account(address) ?? NO_ACCOUNT
  state.setAccount(address, { nonce, balance: balance + wei, codeHash })
}

const NO_ACCOUNT = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH } as const
