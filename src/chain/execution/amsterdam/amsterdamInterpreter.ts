import { EVMError } from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'
import { NEW_ACCOUNT_GAS } from '../../protocol/stateGas.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import { createdAddress } from '../createdAddress.ts'
import type { Interpreter, InterpreterClass } from '../leanInterpreter.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'
import { evmOf } from './evmOf.ts'
import { absorbSpilled, chargeState, refillState } from './stateGas.ts'
import { transferLog } from './transferLog.ts'

type CallOptions = Parameters<Interpreter['_baseCall']>[0]
type CreateOptions = Parameters<Interpreter['create']>

const CALL = 0xf1

/** How many frames may be open (Yellow Paper 9.1). */
const FRAMES_MAX = 1024
const NONCE_MAX = 2n ** 64n - 1n

/** An interpreter whose calls, creations and SELFDESTRUCT are those of Amsterdam in geth (core/vm/instructions.go). */
export function amsterdamInterpreter(stock: InterpreterClass): InterpreterClass {
  return class extends stock {
    get #evm(): AmsterdamEvm {
      return evmOf(this._runState)
    }

    override async _baseCall(message: CallOptions): Promise<bigint> {
      const { opCode } = this._runState
      const { value, to } = message
      const evm = this.#evm
      evm.spilledInside = 0n
      const succeeded = await super._baseCall(message)
      absorbSpilled(evm, this._runState, evm.spilledInside)
      const isPaid = succeeded === 0n && opCode === CALL && value > 0n
      if (isPaid && isEmpty(this.#evm.world.account((to as Address).bytes))) {
        refillState(evm, this._runState, NEW_ACCOUNT_GAS)
      }
      return succeeded
    }

    /** @param creation whose gas is replaced: it depends on what the new account costs */
    override async create(...creation: CreateOptions): Promise<bigint> {
      const [, value, code, salt] = creation
      const { contract, depth, address } = this._env
      const isRefused =
        depth >= FRAMES_MAX || contract.balance < value || contract.nonce >= NONCE_MAX
      if (isRefused) return super.create(...creation)
      const evm = this.#evm
      const runState = this._runState
      const created = createdAddress(address.bytes, contract.nonce, code, salt)
      const isNew = isEmpty(this.#evm.world.account(created))
      if (isNew && !chargeState(evm, runState, NEW_ACCOUNT_GAS)) {
        throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
      }
      evm.spilledInside = 0n
      const gasLimit = runState.gasLeft - runState.gasLeft / 64n
      const result = await super.create(gasLimit, value, code, salt)
      absorbSpilled(evm, runState, evm.spilledInside)
      if (result === 0n && isNew) refillState(evm, runState, NEW_ACCOUNT_GAS)
      return result
    }

    /** Burns nothing any more (EIP-8246): a new contract is cleared at the end of the transaction, but keeps its balance. */
    override async _selfDestruct(beneficiary: Address): Promise<void> {
      const { bytes: self } = this._env.address
      const { bytes: to } = beneficiary
      const world = this.#evm.world
      const balance = world.account(self)?.balance ?? 0n
      const recipient = world.account(to)
      this._result.selfdestruct.set(this._env.address.toString(), beneficiary.toString())
      if (Buffer.compare(self, to) !== 0) {
        if (balance > 0n) {
          world.addBalance(self, -balance)
          world.addBalance(to, balance)
          const log = transferLog(self, to, balance)
          this._result.logs.push(log)
          this.#evm.transferred(log)
        } else if (recipient !== undefined && isEmpty(recipient)) world.removeAccount(to)
      }
      throw new EVMError(EVMError.errorMessages.STOP)
    }
  }
}
