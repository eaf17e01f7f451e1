import type { JournalMove } from './journalMove.ts'

/** A step of a scenario, which has one member: its name. */
export type JournalStep = Readonly<Record<string, unknown>>

type WriteStep = (args: readonly unknown[], result: unknown) => JournalStep | 'nothing'

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
  setAutomine: ([enabled]) => ({ setAutomine: enabled }),
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

/** The steps that make the moves of a journal again, and the names of the moves that no step makes. */
export function stepsOfMoves(moves: readonly JournalMove[]): {
  readonly steps: readonly JournalStep[]
  readonly omitted: readonly string[]
} {
  const written: JournalStep[] = []
  const omitted = new Set<string>()
  for (const { name, args, result } of moves) {
    const step = steps[name]?.(args, result)
    if (step === undefined) omitted.add(name)
    else if (step !== 'nothing') append(written, step)
  }
  return { steps: written, omitted: [...omitted] }
}

/** Joins blocks that were mined one after another. */
function append(steps: JournalStep[], step: JournalStep): void {
  const { mine: before } = steps.at(-1) ?? {}
  const { mine } = step
  if (typeof before === 'number' && typeof mine === 'number') {
    steps[steps.length - 1] = { mine: before + mine }
  } else {
    steps.push(step)
  }
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
