import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { Address, bigIntToAddressBytes, bytesToHex, createZeroAddress } from '@ethereumjs/util'
import type { VM } from '@ethereumjs/vm'
import type { Hex } from '../../../../src/index.ts'

/** A call that the stock EVM ran, a contract that it created, or one that destroyed itself. */
export interface Frame {
  /** the opcode; CALL or CREATE for a transaction */
  readonly type: string
  readonly from: Hex
  to: Hex
  readonly value: bigint
  /** that the frame may use, and that it used: for a transaction without its intrinsic gas */
  readonly gas: bigint
  gasUsed: bigint
  readonly input: Hex
  /** what it returned, or the code of the contract */
  output: Hex
  /** as the stock EVM names it */
  error?: string
  isPrecompile: boolean
  readonly calls: Frame[]
}

/** Records the calls of one transaction after another. */
export class CallRecorder {
  /** from the transaction down to the frame that runs */
  readonly #open: { readonly message: Message; readonly frame: Frame; lastOpcode: string }[] = []
  #root: Frame | undefined
  #isRecording = false
  readonly #vm: VM

  constructor(vm: VM) {
    this.#vm = vm
    const { events } = vm.evm
    if (events === undefined) throw new Error('the stock EVM has no events')
    // With a second parameter, the EVM waits for it to be called.
    events.on('step', (step, next) => this.#step(step).then(next))
    events.on('beforeMessage', (message) => this.#begin(message))
    events.on('afterMessage', (result) => this.#end(result))
  }

  /** Discards what was recorded before. */
  start(): void {
    this.#root = undefined
    this.#isRecording = true
  }

  /** @returns what the transaction ran */
  finish(): Frame {
    this.#isRecording = false
    if (this.#root === undefined) throw new Error('the transaction ran nothing')
    return this.#root
  }

  async #step({ opcode, stack, address }: InterpreterStep): Promise<void> {
    const current = this.#open.at(-1)
    if (!this.#isRecording || current === undefined) return
    current.lastOpcode = opcode.name
    if (opcode.name !== 'SELFDESTRUCT') return
    const beneficiary = new Address(bigIntToAddressBytes(stack.at(-1) ?? 0n))
    const account = await this.#vm.stateManager.getAccount(address)
    current.frame.calls.push({
      type: 'SELFDESTRUCT',
      from: address.toString(),
      to: beneficiary.toString(),
      value: account?.balance ?? 0n,
      gas: 0n,
      gasUsed: 0n,
      input: '0x',
      output: '0x',
      isPrecompile: false,
      calls: [],
    })
  }

  #begin(message: Message): void {
    if (!this.#isRecording) return
    const parent = this.#open.at(-1)
    const type = parent?.lastOpcode ?? (message.to === undefined ? 'CREATE' : 'CALL')
    const isDelegated = type === 'DELEGATECALL'
    const frame: Frame = {
      type,
      // The stock EVM passes on the caller of the contract that delegates.
      from: (isDelegated ? message.to : message.caller)?.toString() ?? '0x',
      to: (message.to === undefined ? createZeroAddress() : message.codeAddress).toString(),
      value: message.value,
      gas: message.gasLimit,
      gasUsed: 0n,
      input: bytesToHex(message.data),
      output: '0x',
      isPrecompile: false,
      calls: [],
    }
    if (parent === undefined) this.#root = frame
    else parent.frame.calls.push(frame)
    this.#open.push({ message, frame, lastOpcode: '' })
  }

  #end({ execResult, createdAddress }: EVMResult): void {
    if (!this.#isRecording) return
    const ended = this.#open.pop()
    if (ended === undefined) throw new Error('a message ended that did not begin')
    const { frame, message, lastOpcode } = ended
    const error = execResult.exceptionError?.error
    frame.gasUsed = execResult.executionGasUsed
    frame.output = bytesToHex(execResult.returnValue)
    frame.isPrecompile = message.isCompiled
    if (createdAddress !== undefined) frame.to = createdAddress.toString()
    if (error === undefined) return
    frame.error = error
    // A failed SELFDESTRUCT did not happen.
    if (lastOpcode === 'SELFDESTRUCT') frame.calls.pop()
  }
}

/** A frame and those below it, each with its place: in the order in which they began. */
export function framesOf(
  frame: Frame,
  path: readonly number[] = [],
): { readonly frame: Frame; readonly path: readonly number[] }[] {
  return [
    { frame, path },
    ...frame.calls.flatMap((call, index) => framesOf(call, [...path, index])),
  ]
}
