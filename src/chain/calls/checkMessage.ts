import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { initCodeMax } from '../protocol/transactionGas.ts'
import { delegationOf } from '../state/delegation.ts'
import type { AppliedMessage, MessageChecks } from './appliedMessage.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallEngine } from './callEngine.ts'
import { MessageError } from './messageError.ts'

const NONCE_MAX = 2n ** 64n - 1n
const UINT256_MAX = 2n ** 256n - 1n

/** geth's limit for one transaction from Osaka on (EIP-7594) */
const BLOBS_MAX = 6

/**
 * Checks what can be checked before a message runs, in the order of geth (preCheck in core/state_transition.go).
 *
 * @param gasAvailable what the block has left, in gas; undefined if that does not matter
 * @throws {MessageError}
 */
export function checkMessage(
  engine: CallEngine,
  block: BlockContext,
  message: AppliedMessage,
  checks: MessageChecks,
  gasAvailable: bigint | undefined,
): void {
  if (checks.nonce) checkNonce(engine, message)
  if (checks.sender) checkSender(engine, message)
  checkFees(block, message, checks)
  if (message.accessList !== undefined && !isAtLeast(block.fork, 'berlin')) {
    throw unsupported('access list', message)
  }
  checkBlobs(block, message, checks)
  checkAuthorizations(block, message)
  const { to, data, gasLimit } = message
  const codeMax = initCodeMax(block.fork, engine.environment.rules)
  if (to === undefined && data.length > codeMax) {
    throw new MessageError(
      'initCodeTooLong',
      `max initcode size exceeded: code size ${data.length} limit ${codeMax}`,
    )
  }
  if (gasAvailable !== undefined && gasAvailable < gasLimit) {
    throw new MessageError('gasLimitReached', 'gas limit reached')
  }
}

function checkNonce(engine: CallEngine, { from, nonce }: AppliedMessage): void {
  const expected = engine.state.account(from)?.nonce ?? 0n
  const address = checksumAddress(from)
  const nonces = `address ${address}, tx: ${nonce} state: ${expected}`
  if (expected < nonce) throw new MessageError('nonceTooHigh', `nonce too high: ${nonces}`)
  if (expected > nonce) throw new MessageError('nonceTooLow', `nonce too low: ${nonces}`)
  if (expected === NONCE_MAX) {
    throw new MessageError(
      'nonceMax',
      `nonce has max value: address ${address}, nonce: ${expected}`,
    )
  }
}

function checkSender(engine: CallEngine, { from }: AppliedMessage): void {
  const code = engine.codeOf(from)
  if (code.length > 0 && delegationOf(code) === undefined) {
    throw new MessageError(
      'senderNotEoa',
      `sender not an eoa: address ${checksumAddress(from)}, len(code): ${code.length}`,
    )
  }
}

function checkFees(block: BlockContext, message: AppliedMessage, checks: MessageChecks): void {
  const { from, gasFeeCap, gasTipCap } = message
  if (!isAtLeast(block.fork, 'london')) return
  if (checks.allowNoFee && gasFeeCap === 0n && gasTipCap === 0n) return
  const baseFee = block.baseFee ?? 0n
  if (gasFeeCap < gasTipCap) {
    throw new MessageError(
      'tipAboveFeeCap',
      `max priority fee per gas higher than max fee per gas: address ${checksumAddress(from)}, maxPriorityFeePerGas: ${gasTipCap}, maxFeePerGas: ${gasFeeCap}`,
    )
  }
  if (gasFeeCap < baseFee) {
    throw new MessageError(
      'feeCapTooLow',
      `max fee per gas less than block base fee: address ${checksumAddress(from)}, maxFeePerGas: ${gasFeeCap}, baseFee: ${baseFee}`,
    )
  }
}

function checkBlobs(block: BlockContext, message: AppliedMessage, checks: MessageChecks): void {
  const { to, blobHashes, blobGasFeeCap = 0n } = message
  const hasBlobFields = blobHashes !== undefined || message.blobGasFeeCap !== undefined
  if (hasBlobFields && !isAtLeast(block.fork, 'cancun')) throw unsupported('blob', message)
  if (blobHashes === undefined) return
  if (to === undefined) throw new MessageError('blobs', 'blob transaction of type create')
  if (blobHashes.length === 0) {
    throw new MessageError('blobs', 'blob transaction missing blob hashes')
  }
  if (isAtLeast(block.fork, 'osaka') && blobHashes.length > BLOBS_MAX) {
    throw new MessageError('blobs', 'blob transaction has too many blobs')
  }
  const invalid = blobHashes.findIndex((hash) => hash[0] !== 0x01)
  if (invalid !== -1) throw new MessageError('blobs', `blob ${invalid} has invalid hash version`)
  const baseFee = block.blobBaseFee ?? 0n
  if (!(checks.allowNoFee && blobGasFeeCap === 0n) && blobGasFeeCap < baseFee) {
    throw new MessageError(
      'blobFeeCapTooLow',
      `max fee per blob gas less than block blob gas fee: address ${checksumAddress(message.from)} blobGasFeeCap: ${blobGasFeeCap}, blobBaseFee: ${baseFee}`,
    )
  }
}

function checkAuthorizations({ fork }: BlockContext, message: AppliedMessage): void {
  const { from, to, authorizationList } = message
  if (authorizationList === undefined) return
  const sender = `(sender ${checksumAddress(from)})`
  if (!isAtLeast(fork, 'prague')) throw unsupported('setcode', message)
  if (to === undefined) {
    throw new MessageError(
      'authorizations',
      `EIP-7702 transaction cannot be used to create contract ${sender}`,
    )
  }
  if (authorizationList.length === 0) {
    throw new MessageError('authorizations', `EIP-7702 transaction with empty auth list ${sender}`)
  }
}

function unsupported(kind: string, { from }: AppliedMessage): MessageError {
  return new MessageError(
    'typeNotSupported',
    `transaction type not supported: ${kind} tx (sender ${checksumAddress(from)})`,
  )
}

/**
 * What a message costs its sender in advance (buyGas in core/state_transition.go).
 *
 * @returns in wei
 * @throws {MessageError} if the sender cannot pay
 */
export function advanceCost(
  engine: CallEngine,
  block: BlockContext,
  message: AppliedMessage,
): bigint {
  const { from, gasLimit, gasPrice, gasFeeCap, value, blobHashes, blobGasFeeCap = 0n } = message
  const hasBlobGas = isAtLeast(block.fork, 'cancun')
  const blobGas = hasBlobGas ? BigInt(blobHashes?.length ?? 0) * GAS_PER_BLOB : 0n
  const required = gasLimit * gasFeeCap + value + blobGas * blobGasFeeCap
  const cost = gasLimit * gasPrice + blobGas * (block.blobBaseFee ?? 0n)
  if (required > UINT256_MAX || cost > UINT256_MAX) {
    throw insufficientFunds(from, 'required balance exceeds 256 bits')
  }
  const balance = engine.state.account(from)?.balance ?? 0n
  if (balance < required) throw insufficientFunds(from, `have ${balance} want ${required}`)
  return cost
}

function insufficientFunds(from: Uint8Array, problem: string): MessageError {
  return new MessageError(
    'insufficientFunds',
    `insufficient funds for gas * price + value: address ${checksumAddress(from)} ${problem}`,
  )
}
