import type { Block as ExecutionBlock } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { toBigInt, toHex, toNumber } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { bloomOf } from '../../encoding/bloom.ts'
import { GAS_PER_BLOB } from '../../protocol/blobGas.ts'
import { floorGas, intrinsicGas } from '../../protocol/intrinsicGas.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import type { SignedAuthorization } from '../authority.ts'
import type { Engine } from '../engine.ts'
import type { RunOutcome } from '../outcome.ts'
import { removeDestroyed } from '../removeDestroyed.ts'
import type { SignedTransaction } from '../signTransaction.ts'
import { requireValid } from './requireValid.ts'
import { settleGas } from './settleGas.ts'
import { runTopFrame, type TopMessage } from './topFrame.ts'
import { warmAddresses } from './warmAddresses.ts'

/** How to run a transaction. */
export interface ApplyOptions {
  /** whether the sender may lack the ether for it; default: false */
  readonly skipBalance?: boolean
}

type Accesses = readonly (readonly [address: Uint8Array, keys: readonly Uint8Array[]])[]

/**
 * Runs a transaction of a block of Amsterdam as geth does (core/state_transition.go).
 *
 * @throws {RangeError} if the protocol does not allow it
 */
export async function applyTransaction(
  { evm, state: world, common, fork }: Engine,
  block: ExecutionBlock,
  transaction: SignedTransaction,
  { skipBalance = false }: ApplyOptions = {},
): Promise<RunOutcome> {
  const { message } = transaction
  const { header } = block
  const executable = transaction.executable()
  const accessList = accessListOf(executable)
  const authorizations = authorizationsOf(executable)
  const priced = { ...message, accessList, authorizationList: authorizations }
  const intrinsic = intrinsicGas(priced, fork)
  const floor = floorGas(priced, fork)
  const baseFee = header.baseFeePerGas ?? 0n
  // Computed for those that pay it: it takes a while.
  const blobBaseFee = message.blobHashes === undefined ? 0n : header.getBlobGasPrice()
  const prices = { baseFee, blobBaseFee }
  const initCodeMax = Number(common.param('maxInitCodeSize'))
  requireValid(world, message, { intrinsic, floor, ...prices, skipBalance, initCodeMax })

  const capped = baseFee + message.gasTipCap
  const gasPrice = capped < message.gasFeeCap ? capped : message.gasFeeCap
  const { from, gasLimit } = message
  const blobGasUsed = GAS_PER_BLOB * BigInt(message.blobHashes?.length ?? 0)
  const cost = gasLimit * gasPrice + blobGasUsed * prices.blobBaseFee
  if (skipBalance) world.addBalance(from, cost + message.value)
  world.addBalance(from, -cost)
  warmAddresses(evm, { ...message, coinbase: header.coinbase.bytes, accessList })
  evm.transientStorage.clear()
  const run = await runTopFrame(
    { evm, world, chainId: Number(common.chainId()), block, intrinsicGas: intrinsic },
    { ...topMessage(executable, message), gasPrice, authorizations },
  )
  const gas = settleGas(run, floor)
  world.addBalance(from, (gasLimit - gas.gasUsed) * gasPrice)
  payTip(world, header.coinbase.bytes, gas.gasUsed * (gasPrice - baseFee))
  removeDestroyed(world, fork, run.result?.execResult ?? {})
  evm.journal.cleanJournal()
  world.originalStorageCache.clear()
  const { execResult, createdAddress } = run.result ?? {}
  const logs = execResult?.logs ?? []
  return {
    transactionHash: toHex(keccak256(transaction.encoded)),
    succeeded: execResult !== undefined && execResult.exceptionError === undefined,
    ...gas,
    blobGasUsed,
    createdAddress: createdAddress?.bytes,
    logs,
    bloom: bloomOf(logs),
    output: execResult?.returnValue ?? new Uint8Array(0),
  }
}

function topMessage(
  executable: TypedTransaction,
  { from, to, value, data, gasLimit }: SignedTransaction['message'],
): Omit<TopMessage, 'gasPrice' | 'authorizations'> {
  const hashes = 'blobVersionedHashes' in executable ? executable.blobVersionedHashes : undefined
  const blobHashes = hashes?.map((hash) => new Uint8Array(Buffer.from(hash.slice(2), 'hex')))
  return { from, to, value, data, gasLimit, blobHashes }
}

function accessListOf(executable: TypedTransaction) {
  if (!('accessList' in executable)) return undefined
  return (executable.accessList as Accesses).map(([address, storageKeys]) => ({
    address,
    storageKeys,
  }))
}

function authorizationsOf(executable: TypedTransaction): SignedAuthorization[] {
  if (!('authorizationList' in executable)) return []
  return executable.authorizationList.map(([chainId, address, nonce, yParity, r, s]) => ({
    chainId: toBigInt(chainId as Uint8Array),
    address: address as Uint8Array,
    nonce: toBigInt(nonce as Uint8Array),
    yParity: toNumber(yParity as Uint8Array),
    r: toBigInt(r as Uint8Array),
    s: toBigInt(s as Uint8Array),
  }))
}

/** The miner counts as accessed even if it gets nothing (EIP-7928). */
function payTip(world: Engine['state'], miner: Uint8Array, wei: bigint): void {
  const account = world.account(miner)
  if (wei > 0n) world.addBalance(miner, wei)
  else if (account !== undefined && isEmpty(account)) world.removeAccount(miner)
}
