import type { Log } from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'
import { createdAddress } from '../../execution/createdAddress.ts'
import type { InterpreterClass } from '../../execution/leanInterpreter.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import type { LiveTrace } from './liveTrace.ts'
import { type EnteredFrame, type FrameType, frameTypes } from './traceHooks.ts'

type Interpreter = InstanceType<InterpreterClass>
type CallOptions = Parameters<Interpreter['_baseCall']>[0]
type CreateOptions = Parameters<Interpreter['create']>

/** How many frames may be open (Yellow Paper 9.1). */
const FRAMES_MAX = 1024
const NONCE_MAX = 2n ** 64n - 1n
const NOTHING = new Uint8Array(0)

const typeNames = new Map(
  Object.entries(frameTypes).map(([name, opcode]) => [opcode as number, name as FrameType]),
)

const tooDeep: EvmFailure = { kind: 'other', message: 'max call depth exceeded' }
const insufficientBalance: EvmFailure = {
  kind: 'other',
  message: 'insufficient balance for transfer',
}
const nonceOverflow: EvmFailure = { kind: 'other', message: 'nonce uint64 overflow' }

/** An interpreter that reports logs and frames that run no code. For other frames it sets the type of the next frame. */
export function frameReporting(stock: InterpreterClass, trace: LiveTrace): InterpreterClass {
  return class extends stock {
    override log(...log: Parameters<Interpreter['log']>): void {
      super.log(...log)
      if (trace.hooks === undefined) return
      const [address, topics, data] = this._result.logs.at(-1) as Log
      trace.hooks.log?.({ address, topics, data, index: trace.logCount++ })
    }

    override async selfDestruct(beneficiary: Address): Promise<void> {
      const { balance } = this._env.contract
      try {
        await super.selfDestruct(beneficiary)
      } finally {
        // It always ends with an error. geth reports the log of the transfer before the frame.
        if (trace.hooks !== undefined) {
          const frame = { type: 'SELFDESTRUCT', to: beneficiary.bytes, input: NOTHING } as const
          this.#report({ ...frame, value: balance, gas: 0n }, undefined)
        }
      }
    }

    override _baseCall(message: CallOptions): Promise<bigint> {
      if (trace.hooks === undefined) return super._baseCall(message)
      const { contract, depth, address } = this._env
      const { value, delegatecall, data: input, gasLimit: gas, to, _codeAddress } = message
      const type = typeNames.get(this._runState.opCode) as FrameType
      const refusal = refusalOf(depth, delegatecall ? 0n : value, contract.balance)
      if (refusal === undefined) trace.nextType = type
      else {
        const target = (_codeAddress ?? to ?? address).bytes
        const sent = type === 'STATICCALL' ? undefined : value
        this.#report({ type, to: target, value: sent, gas, input }, refusal)
      }
      return super._baseCall(message)
    }

    override create(...creation: CreateOptions): Promise<bigint> {
      if (trace.hooks === undefined) return super.create(...creation)
      const [gas, value, input, salt] = creation
      const { contract, depth, address } = this._env
      const type = salt === undefined ? 'CREATE' : 'CREATE2'
      const isSpent = contract.nonce >= NONCE_MAX
      const refusal =
        refusalOf(depth, value, contract.balance) ?? (isSpent ? nonceOverflow : undefined)
      // From Amsterdam on, geth enters no frame that is refused.
      const isReported = this.common.hardfork() !== 'amsterdam'
      if (refusal === undefined) trace.nextType = type
      else if (isReported) {
        const to = createdAddress(address.bytes, contract.nonce, input, salt)
        this.#report({ type, to, value, gas, input }, refusal)
      }
      return super.create(...creation)
    }

    #report(frame: Omit<EnteredFrame, 'depth' | 'from'>, failure: EvmFailure | undefined): void {
      const { address, depth } = this._env
      trace.enter({ ...frame, depth: depth + 1, from: address.bytes })
      trace.exit(NOTHING, 0n, failure, failure !== undefined)
    }
  }
}

/** Why a frame is not entered. */
function refusalOf(depth: number, value: bigint, balance: bigint): EvmFailure | undefined {
  if (depth >= FRAMES_MAX) return tooDeep
  return balance < value ? insufficientBalance : undefined
}
