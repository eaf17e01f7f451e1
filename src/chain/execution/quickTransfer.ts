import { toHex } from '../../primitives/hex.ts'
import { GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { NEW_ACCOUNT_GAS } from '../protocol/stateGas.ts'
import { gasLimitCap, SELF_TRANSFER_GAS, TRANSFER_GAS } from '../protocol/transactionGas.ts'
import { hasCode, isEmpty } from '../state/emptyAccount.ts'
import type { BaseAccount, StorageBase } from '../state/stateBase.ts'
import type { WorldState } from '../state/worldState.ts'
import { type TransferLog, transferLog } from './amsterdam/transferLog.ts'
import type { UsedGas } from './blockGas.ts'
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
export interface TransferResult extends UsedGas {
  /** in blob gas */
  readonly blobGasUsed: bigint
  /** from Amsterdam on there is one (EIP-7708) */
  readonly logs: readonly TransferLog[]
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
  const tipPerGas = price - (block.baseFee ?? 0n)
  // What leaves an account empty may create or remove it (EIP-161).
  if (value === 0n || tipPerGas === 0n) return undefined
  const sender = state.account(from)
  if (sender === undefined) return undefined
  const isAmsterdam = isAtLeast(block.fork, 'amsterdam')
  // Reads that the protocol may not allow must not be recorded, so the sender is checked first (EIP-7928).
  if (!canSend(sender, message, block)) return undefined
  const recipient = state.account(to)
  if (block.precompiles.has(toHex(to).slice(2)) || isContract(recipient)) return undefined
  const gas = isAmsterdam ? amsterdamGas(message, to, recipient) : PLAIN_GAS
  if (gas === undefined) return undefined

  const balance = sender.balance - value - gas.gasUsed * price - blobFee.paid
  state.setAccount(from, { nonce: nonce + 1n, balance, codeHash: sender.codeHash })
  state.addBalance(to, value)
  state.addBalance(block.coinbase, gas.gasUsed * tipPerGas)
  const hasLog = isAmsterdam && Buffer.compare(from, to) !== 0
  const { gasUsed, executionGas, stateGas } = gas
  const logs = hasLog ? [transferLog(from, to, value)] : NO_LOGS
  return { gasUsed, executionGas, stateGas, blobGasUsed: blobFee.gas, logs }
}

const NO_LOGS: readonly TransferLog[] = []
const PLAIN_GAS: UsedGas = { gasUsed: TRANSFER_GAS }

/** What a transfer costs (EIP-2780, EIP-8037); undefined if its gas limit may not suffice. */
function amsterdamGas(
  { from, gasLimit }: TransactionMessage,
  to: Uint8Array,
  recipient: BaseAccount | undefined,
): UsedGas | undefined {
  if (Buffer.compare(from, to) === 0) return { gasUsed: SELF_TRANSFER_GAS }
  const stateGas = isEmpty(recipient) ? NEW_ACCOUNT_GAS : 0n
  const gasUsed = TRANSFER_GAS + stateGas
  return gasLimit < gasUsed ? undefined : { gasUsed, executionGas: TRANSFER_GAS, stateGas }
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
  if (sender.nonce !== nonce || nonce === NONCE_MAX || isContract(sender)) return false
  if (gasLimit < TRANSFER_GAS || gasLimit > gasLeft) return false
  const cap = gasLimitCap(fork)
  if (cap !== undefined && gasLimit > cap) return false
  const blobGas = GAS_PER_BLOB * BigInt(blobHashes?.length ?? 0)
  return sender.balance >= value + gasLimit * gasFeeCap + blobGas * blobGasFeeCap
}

function isContract(account: BaseAccount | undefined): boolean {
  return account !== undefined && hasCode(account)
}
