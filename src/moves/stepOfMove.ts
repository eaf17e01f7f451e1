import { type Hex, toHex } from '../primitives/hex.ts'
import type { JournalMove } from './journalMove.ts'

/** A step of a scenario, which has one member: its name. */
export type JournalStep = Readonly<Record<string, unknown>>

type WriteStep = (args: readonly unknown[], result: unknown) => JournalStep | 'nothing' | undefined

/** By the names of moves: the step that makes the same move. */
const steps: Readonly<Record<string, WriteStep>> = {
  mine([count = 1, options]) {
    if (count === 0) return 'nothing'
    const given = withoutUndefined(options)
    return { mine: given === undefined ? count : { count, ...given } }
  },
  advanceTo: ([block]) => ({ advanceTo: inLowerCase(block) }),
  reorg([options], head) {
    const given = withoutUndefined(options) ?? {}
    return { reorg: 'to' in given ? { ...given, to: head } : given }
  },
  rollback: ([count]) => (count === 0 ? 'nothing' : { rollback: count }),
  snapshot: (_, id) => ({ snapshot: `snapshot-${id}` }),
  revert: ([id], isDone) => (isDone === false ? 'nothing' : { revert: `snapshot-${id}` }),
  increaseTime: ([seconds]) => (seconds === 0 ? 'nothing' : { increaseTime: seconds }),
  setNextBlockTimestamp: ([time]) => ({ setNextBlockTimestamp: time }),
  setBlockTimestampInterval: ([seconds]) =>
    seconds === undefined
      ? { removeBlockTimestampInterval: true }
      : { setBlockTimestampInterval: seconds },
  setFinality: ([rule]) => ({ setFinality: rule }),
  setFaults: ([rules]) => (rules === undefined ? { clearFaults: true } : { setFaults: rules }),
  clearFaultLog: () => 'nothing',
  reset: (_, number) => (number === undefined ? undefined : { reset: number }),
  setLag: ([lag], head) => (lag === undefined || lag === null ? { advanceTo: head } : { lag }),
  setAutomine: ([enabled]) => ({ setAutomine: enabled }),
  // The blocks that it has mined are steps.
  setMiningInterval: () => 'nothing',
  sendTransaction([given]) {
    const { raw, ...others } = given as { readonly raw: Uint8Array | Hex }
    return {
      send: { raw: typeof raw === 'string' ? raw : toHex(raw), ...withoutUndefined(others) },
    }
  },
  holdTransaction: ([transaction]) => ({ holdTransaction: transaction }),
  releaseTransaction: ([transaction]) => ({ releaseTransaction: transaction }),
  dropTransaction: ([transaction]) => ({ dropTransaction: transaction }),
  dropAllTransactions: ([sender = true]) => ({ dropAllTransactions: sender }),
  impersonateAccount: ([address]) => ({ impersonateAccount: address }),
  stopImpersonatingAccount: ([address]) => ({ stopImpersonatingAccount: address }),
  autoImpersonateAccount: ([enabled]) => ({ autoImpersonateAccount: enabled }),
  setNextBlockBaseFeePerGas: ([wei]) => ({ setNextBlockBaseFeePerGas: inHex(wei) }),
  setCoinbase: ([address]) => ({ setCoinbase: address }),
  setPrevRandao: ([value]) => ({ setPrevRandao: value }),
  setBlockGasLimit: ([gas]) => ({ setBlockGasLimit: inHex(gas) }),
  setMinGasPrice: ([wei]) => ({ setMinGasPrice: inHex(wei) }),
  setBalance: ([address, wei]) => ({ setBalance: { address, wei: inHex(wei) } }),
  setNonce: ([address, nonce]) => ({ setNonce: { address, nonce } }),
  setCode: ([address, code]) => ({ setCode: { address, code } }),
  setStorageAt: ([address, slot, value]) => ({
    setStorageAt: { address, slot: inHex(slot), value: inHex(value) },
  }),
}

/** The step that makes a move again; undefined if no step does. */
export function stepOfMove({
  name,
  args,
  result,
}: JournalMove): JournalStep | 'nothing' | undefined {
  return steps[name]?.(args, result)
}

function withoutUndefined(options: unknown): Readonly<Record<string, unknown>> | undefined {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function inLowerCase(block: unknown): unknown {
  return typeof block === 'string' ? block.toLowerCase() : block
}

function inHex(amount: unknown): string {
  return `0x${(amount as bigint).toString(16)}`
}
