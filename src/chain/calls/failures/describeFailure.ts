import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import type { LastStep } from '../callEvm.ts'
import type { EvmFailure } from './evmFailure.ts'
import { gasFailure } from './gasFailure.ts'
import { opcodeName } from './opcodeName.ts'
import { hasOperand, operandProblem } from './operandFailure.ts'
import { precompileFailure } from './precompileFailure.ts'
import { stackLimits } from './stackLimits.ts'

const { errorMessages } = EVMError

/** geth's messages for failures that @ethereumjs distinguishes, too. */
const SAME: Readonly<Record<string, string>> = {
  [errorMessages.CREATE_COLLISION]: 'contract address collision',
  [errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
  [errorMessages.CODESTORE_OUT_OF_GAS]: 'contract creation code storage out of gas',
}

/** What geth notices while it computes the gas of an operation, or after. */
const ABOUT_GAS: ReadonlySet<string> = new Set([
  errorMessages.OUT_OF_GAS,
  errorMessages.INITCODE_SIZE_VIOLATION,
  errorMessages.STATIC_STATE_CHANGE,
])

const outOfGas: EvmFailure = { kind: 'outOfGas', message: 'out of gas' }

/** How long code may be, in bytes. */
export interface CodeLimits {
  readonly code: number
  readonly initCode: number
}

/** What the code of a message did. */
export interface RanCode {
  /** the operation that ran last; undefined if none did */
  readonly lastStep: LastStep | undefined
  /** the code that it wanted to deploy, if it creates a contract and ran to the end */
  readonly creationOutput: Uint8Array | undefined
  /** the precompiled contract that ran last, as its address in hex without prefix */
  readonly lastPrecompile: string | undefined
  readonly codeLimits: CodeLimits
  /** whether an address was accessed before the last operation (EIP-2929) */
  isWarm(address: Uint8Array): boolean
}

/** What ran, as far as the error message depends on it. */
interface FailedMessage {
  readonly isCreation: boolean
  readonly data: Uint8Array
  /** that it had, in gas */
  readonly gas: bigint
}

/** Why a message failed; undefined if it did not. */
export function describeFailure(
  ran: RanCode,
  fork: ForkName,
  { exceptionError, executionGasUsed }: ExecResult,
  message: FailedMessage,
): EvmFailure | undefined {
  if (exceptionError === undefined) return undefined
  const { error } = exceptionError
  const { lastStep, creationOutput, lastPrecompile } = ran
  // Where no code ran, the message called a precompiled contract, which cannot revert.
  if (lastStep === undefined && lastPrecompile !== undefined) {
    return precompileFailure(lastPrecompile.slice(-2), error, message, fork)
  }
  if (error === errorMessages.REVERT) return { kind: 'reverted', message: 'execution reverted' }
  // The error names the place, too.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return other('invalid jump destination')
  const same = SAME[error]
  if (same !== undefined) return other(same)
  if (message.isCreation && creationOutput !== undefined) {
    const gasLeft = lastStep?.runState.gasLeft ?? executionGasUsed
    return deploymentFailure(fork, creationOutput, gasLeft, ran.codeLimits.code)
  }
  if (lastStep === undefined) return error === errorMessages.OUT_OF_GAS ? outOfGas : other(error)
  return stepFailure(ran, lastStep, error, fork)
}

function other(message: string): EvmFailure {
  return { kind: 'other', message }
}

/** Why the code of a new contract was not stored, in the order in which geth checks it. */
function deploymentFailure(
  fork: ForkName,
  code: Uint8Array,
  gasLeft: bigint,
  max: number,
): EvmFailure {
  if (isAtLeast(fork, 'london') && code[0] === 0xef) {
    return other('invalid code: must not begin with 0xef')
  }
  const isTooLong = code.length > max
  // From Amsterdam on, the size is checked before the gas.
  const isUnpaid = isAtLeast(fork, 'amsterdam') ? !isTooLong : 200n * BigInt(code.length) > gasLeft
  if (isUnpaid) return other('contract creation code storage out of gas')
  return other(`max code size exceeded: code size ${code.length} limit ${max}`)
}

/** geth checks the opcode first, then the stack, and the gas last; @ethereumjs checks the gas before the stack. */
function stepFailure(ran: RanCode, step: LastStep, error: string, fork: ForkName): EvmFailure {
  const { opCode: opcode, code, programCounter } = step.runState
  const takesOperand = isAtLeast(fork, 'amsterdam') && hasOperand(opcode)
  if (error === errorMessages.INVALID_OPCODE && !takesOperand) {
    // The stock interpreter itself calls every opcode that the fork does not have INVALID.
    return other(`invalid opcode: ${opcodeName(code[programCounter] ?? opcode)}`)
  }
  const { stackLength } = step
  const limits = stackLimits(opcode)
  if (stackLength < limits.min) {
    return other(`stack underflow (${stackLength} <=> ${limits.min})`)
  }
  if (stackLength > limits.max) {
    return other(`stack limit reached ${stackLength} (${limits.max})`)
  }
  if (!ABOUT_GAS.has(error)) {
    if (!takesOperand) return other(error)
    // The interpreter has read the operand.
    return other(operandProblem(opcode, code[programCounter - 1] ?? 0, stackLength) ?? error)
  }
  return gasFailure(step, opcode, {
    fork,
    initCodeMax: ran.codeLimits.initCode,
    changesProtected: error === errorMessages.STATIC_STATE_CHANGE,
    isWarm: (address) => ran.isWarm(address),
  })
}
