import { type QuickOperation, toWord } from '../quickOperations.ts'
import * as accounts from './accountOperations.ts'
import { callGas, create2Gas, createGas } from './callGas.ts'
import { destructionGas } from './destructionGas.ts'
import { evmOf } from './evmOf.ts'
import { payStateGasDue } from './payStateGasDue.ts'
import { sstore, sstoreGas } from './storageGas.ts'

type Quick = Pick<QuickOperation, 'gasNow' | 'runNow'>

/** Operations whose gas or reads of accounts Amsterdam changes, without promises. */
const quick: ReadonlyMap<number, Quick> = new Map<number, Quick>([
  // BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, SSTORE
  [0x31, { gasNow: accounts.accountGas, runNow: accounts.balance }],
  [0x3b, { gasNow: accounts.codeSizeGas, runNow: accounts.codeSize }],
  [0x3c, { gasNow: accounts.codeCopyGas, runNow: accounts.codeCopy }],
  [0x3f, { gasNow: accounts.accountGas, runNow: accounts.codeHash }],
  [0x55, { gasNow: sstoreGas, runNow: sstore }],
])

/** The gas of operations that run other code, or end it. */
const gasOf: ReadonlyMap<number, NonNullable<QuickOperation['gasNow']>> = new Map([
  // CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL, SELFDESTRUCT
  [0xf0, createGas],
  [0xf1, callGas],
  [0xf2, callGas],
  [0xf4, callGas],
  [0xf5, create2Gas],
  [0xfa, callGas],
  [0xff, destructionGas],
])

type Handler = QuickOperation['opHandler']

/** Operations that run other code, where the stock ones differ from geth. */
const handlers: ReadonlyMap<number, (stock: Handler) => Handler> = new Map([
  [0xf0, () => createNow(false)],
  [0xf5, () => createNow(true)],
  [0xff, payFirst],
])

/** The operations of Amsterdam, as geth has them. */
export function amsterdamOperations(stock: readonly QuickOperation[]): QuickOperation[] {
  return stock.map((operation, opcode) => {
    const replaced = quick.get(opcode)
    if (replaced !== undefined) return { ...operation, ...replaced }
    const gas = gasOf.get(opcode)
    if (gas === undefined) return operation
    return {
      ...operation,
      gasHandler: async (...of) => gas(...of),
      opHandler: handlers.get(opcode)?.(operation.opHandler) ?? operation.opHandler,
    }
  })
}

function payFirst(stock: Handler): Handler {
  return async (runState, common) => {
    payStateGasDue(evmOf(runState), runState)
    return stock(runState, common)
  }
}

/** CREATE or CREATE2: the stock ones do not run code that begins with 0xef00. */
function createNow(hasSalt: boolean): Handler {
  return async ({ stack, memory, interpreter }) => {
    const [value, offset, length] = stack.popN(3) as [bigint, bigint, bigint]
    const salt = hasSalt ? toWord(stack.pop()) : undefined
    const code = length === 0n ? NOTHING : memory.read(Number(offset), Number(length))
    // The interpreter computes what the creation may use when it has paid for the account.
    stack.push(await interpreter.create(0n, value, code, salt))
  }
}

const NOTHING = new Uint8Array(0)
