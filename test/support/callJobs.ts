import { threadId } from 'node:worker_threads'
import { Address } from '@ethereumjs/util'
import type { CallEnvironment } from '../../src/chain/calls/callEnvironment.ts'
import { CallError } from '../../src/chain/calls/callError.ts'
import { CallEvm } from '../../src/chain/calls/callEvm.ts'
import { commonOf } from '../../src/chain/calls/commonOf.ts'
import { stockInterpreter } from '../../src/chain/execution/leanInterpreter.ts'
import type { StorageBase } from '../../src/chain/state/stateBase.ts'
import { WorldState } from '../../src/chain/state/worldState.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import type { JobTable } from '../../src/threads/calls/jobTable.ts'

/** Code to run in place of an account's. */
interface Execution {
  readonly code: Uint8Array
  readonly gas: bigint
  /** 20 bytes; default: of an account that does not exist */
  readonly address?: Uint8Array
}

const caller = new Address(new Uint8Array(20).fill(0xca))
const NOBODY = new Uint8Array(20).fill(0xa1)

/** Runs code on the state of an environment. */
async function execute(environment: CallEnvironment, { code, gas, address = NOBODY }: Execution) {
  const codes = new Map()
  const stateManager = new WorldState<StorageBase>(environment.state, {
    get: (name) => codes.get(name) ?? environment.code(name),
    set: (name, stored) => codes.set(name, stored),
  })
  const common = commonOf(environment.rules, 'cancun')
  const evm = new CallEvm({ common, stateManager }, await stockInterpreter())
  evm.prepare(environment.meter, undefined)
  const to = new Address(address)
  await stateManager.putCode(to, code)
  const { execResult } = await evm.runCall({ caller, to, gasLimit: gas })
  return {
    gasUsed: execResult.executionGasUsed,
    failure: execResult.exceptionError?.error,
    output: execResult.returnValue,
    root: environment.nextStateRoot(stateManager.changes()),
  }
}

/** What an environment says about a few accounts. */
async function read(environment: CallEnvironment, addresses: readonly Uint8Array[]) {
  const accounts = addresses.map((address) => {
    const account = environment.state.get(keccak256(address))
    if (account === undefined) return undefined
    const { nonce, balance, codeHash, storage } = account
    const slots = [0, 1, 2, 3].map((slot) => {
      const key = new Uint8Array(32)
      key[31] = slot
      return storage.get(keccak256(key))
    })
    const code = environment.code(Buffer.from(codeHash).toString('hex'))?.code.length
    return { nonce, balance, codeHash, storageRoot: storage.root(), slots, code }
  })
  const { number, hash, rlp } = environment.block
  const hashes = [number, number - 1, 0, number + 1].map((each) => environment.blockHash(each))
  return { accounts, hashes, block: { number, hash, rlp } }
}

/** The jobs of tests. Those without a name of a kind of work end in a worker only. */
export const callJobs = {
  execute,
  read,
  /** Returns what it was given. */
  echo: async (_: CallEnvironment, input: unknown) => input,
  /** Returns the thread that runs it. */
  thread: async () => threadId,
  /** Fails as a contract's revert does. */
  revert: async () => {
    throw new CallError(3, 'execution reverted', Uint8Array.of(8, 9))
  },
  /** Fails as a bug does. */
  bug: async () => {
    throw new TypeError('a bug')
  },
  /** Never ends, and never yields. */
  hang: async () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  /** Takes memory until there is none. */
  exhaust: async () => {
    const lists: string[][] = []
    for (;;) lists.push(Array.from({ length: 10_000 }, (_, index) => `${lists.length} ${index}`))
  },
  /** Ends its thread. */
  crash: async () => {
    process.exit(7)
  },
} satisfies JobTable
