import { Common, Mainnet, type StateManagerInterface } from '@ethereumjs/common'
import { createEVM, type EVM, type EVMResult } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, bytesToHex, hexToBytes } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLeanEvm, createMeteredEvm } from '../../../src/chain/execution/leanEvm.ts'
import { unmetered } from '../../../src/chain/execution/meter.ts'
import { EMPTY_STATE } from '../../../src/chain/state/account.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { repeated } from '../../support/sized.ts'

// The stock EVM and ours get the same messages and must give the same results.

const caller = new Address(hexToBytes(`0x${'ca'.repeat(20)}`))
const first = new Address(hexToBytes(`0x${'a1'.repeat(20)}`))
const second = new Address(hexToBytes(`0x${'b2'.repeat(20)}`))
const nobody = new Address(hexToBytes(`0x${'00'.repeat(19)}ee`))
const identity = new Address(hexToBytes(`0x${'00'.repeat(19)}04`))

const push = (bytes: Uint8Array): number[] => [0x5f + bytes.length, ...bytes]
const small = fc.integer({ min: 0, max: 255 })

/** Any one-byte instruction except PUSH, including some that the fork does not have. */
const instruction = small.filter((opcode) => opcode < 0x60 || opcode > 0x7f).map((op) => [op])
const pushSmall = small.map((value) => [0x60, value])
/** Every kind of call, with its operands on the stack: gas, to, value, input, output. */
const call = fc
  .record({
    opcode: fc.constantFrom(0xf1, 0xf2, 0xf4, 0xfa),
    to: fc.constantFrom(first, second, nobody, identity),
    value: fc.constantFrom(0, 0, 1, 255),
    input: fc.integer({ min: 0, max: 64 }),
    gas: fc.constantFrom(0, 200, 60_000),
  })
  .map(({ opcode, to, value, input, gas }) => [
    ...push(Uint8Array.of(32)),
    ...push(Uint8Array.of(0)),
    ...push(Uint8Array.of(input)),
    ...push(Uint8Array.of(0)),
    ...(opcode === 0xf1 || opcode === 0xf2 ? push(Uint8Array.of(value)) : []),
    ...push(to.bytes),
    ...push(Uint8Array.of(gas >> 16, (gas >> 8) & 255, gas & 255)),
    opcode,
  ])
const store = fc.tuple(small, small).map(([slot, value]) => [0x60, value, 0x60, slot, 0x55])
const log = fc.tuple(small, small).map(([topic, size]) => [0x60, topic, 0x60, size, 0x5f, 0xa1])
const create = fc
  .tuple(small, fc.constantFrom(0xf0, 0xf5))
  .map(([size, opcode]) => [...(opcode === 0xf5 ? [0x60, 7] : []), 0x60, size, 0x5f, 0x5f, opcode])
const jump = fc.constant([0x60, 1, 0x58, 0x60, 4, 0x01, 0x57, 0x5b])
const end = fc.constantFrom([0x00], [0x60, 32, 0x5f, 0xf3], [0x60, 4, 0x5f, 0xfd], [0x5f, 0xff])
const program = fc
  .tuple(
    fc.array(fc.oneof(instruction, pushSmall, pushSmall, call, store, log, create, jump), {
      maxLength: 20,
    }),
    end,
  )
  .map(([steps, last]) => Uint8Array.from([...steps, last].flat()))

/** A word of any size, but most are small, because steps with a large one fail; as PUSH32. */
const word = fc
  .oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom(0n, 1n, 31n, 32n, 33n, 255n, 511n, 512n, 513n, 9000n),
    },
    { weight: 20, arbitrary: fc.bigInt(0n, 2000n) },
    { weight: 1, arbitrary: fc.constantFrom(2n ** 32n, 2n ** 53n, 2n ** 64n - 1n, 2n ** 64n) },
    { weight: 1, arbitrary: fc.constantFrom(2n ** 255n, 2n ** 256n - 1n) },
    { weight: 1, arbitrary: fc.bigInt(0n, 2n ** 256n - 1n) },
  )
  .map((value) => [0x7f, ...hexToBytes(`0x${value.toString(16).padStart(64, '0')}`)])
/** EXP, KECCAK256, CALLDATACOPY, CODECOPY, MLOAD, MSTORE, MSTORE8, SLOAD, SSTORE, RETURN and REVERT with their operands. */
const step = fc
  .tuple(
    fc.array(word, { minLength: 3, maxLength: 3 }),
    fc.constantFrom(0x0a, 0x20, 0x37, 0x39, 0x51, 0x52, 0x53, 0x54, 0x55, 0xf3, 0xfd),
  )
  .map(([operands, opcode]) => [...operands.flat(), opcode])
/** The code of some steps, of which the last returns the first words of memory. A jump has the code analysed. */
const steps = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 8 }))
  .map(([hasJump, code]) => [
    ...(hasJump ? [0x60, 3, 0x56, 0x5b] : []),
    ...code.flat(),
    0x61,
    0x04,
    0x00,
    0x60,
    0,
    0xf3,
  ])
  .map((code) => Uint8Array.from(code))

const messages = fc.record({
  hardfork: fc.constantFrom('chainstart', 'byzantium', 'london', 'cancun', 'osaka'),
  codes: fc.tuple(program, program),
  creation: program,
  value: fc.constantFrom(0n, 1n, 10n ** 30n),
  gasLimit: fc.constantFrom(100n, 30_000n, 500_000n),
  to: fc.constantFrom(first, second, nobody, identity, undefined),
})

interface Messages {
  readonly hardfork: string
  readonly codes: readonly [Uint8Array, Uint8Array]
  readonly creation: Uint8Array
  readonly value: bigint
  readonly gasLimit: bigint
  readonly to: Address | undefined
}

async function run(
  create: (options: NonNullable<Parameters<typeof createEVM>[0]>) => Promise<EVM>,
  { hardfork, codes, creation, value, gasLimit, to }: Messages,
  createState: (common: Common) => StateManagerInterface = simpleState,
) {
  const common = new Common({ chain: Mainnet, hardfork })
  const stateManager = createState(common)
  const evm = await create({ common, stateManager })
  await stateManager.putAccount(caller, new Account(1n, 10n ** 18n))
  for (const [index, address] of [first, second].entries()) {
    await stateManager.putAccount(address, new Account(1n, 1000n))
    await stateManager.putCode(address, codes[index as 0 | 1])
  }
  // Again in the same EVM, which has cached its analysis of the code.
  const outcomes = []
  for (let round = 0; round < 2; round++) {
    const data = to === undefined ? creation : new Uint8Array(4)
    const message = { caller, ...(to && { to }), value, gasLimit, data, origin: caller }
    // The EVM does not refuse value that the caller lacks; a creation throws then.
    outcomes.push(await evm.runCall(message).then(visible, (error: Error) => error.message))
  }
  const accounts = []
  for (const address of [caller, first, second, nobody]) {
    const account = await stateManager.getAccount(address)
    accounts.push(account && [account.nonce, account.balance])
  }
  return { outcomes, accounts }
}

function simpleState(common: Common): StateManagerInterface {
  return new SimpleStateManager({ common })
}

function worldState(): StateManagerInterface {
  return new WorldState(EMPTY_STATE, new Map())
}

/** The parts of a result that a transaction uses. */
function visible({ execResult, createdAddress }: EVMResult) {
  const { exceptionError, executionGasUsed, returnValue, logs, selfdestruct, gasRefund } =
    execResult
  return {
    createdAddress: createdAddress?.toString(),
    error: exceptionError?.error,
    executionGasUsed,
    gasRefund,
    returnValue: bytesToHex(returnValue),
    logs: (logs ?? []).map(([address, topics, data]) => [address, topics, data].map(String)),
    selfdestruct: [...(selfdestruct ?? [])],
  }
}

describe('createLeanEvm', () => {
  it('makes an EVM that gives the same results as the stock one, whatever the input', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        expect(await run(createLeanEvm, message)).toEqual(await run(createEVM, message))
      }),
      { numRuns: repeated(100, 1000) },
    )
  })

  it('gives the same results where steps cost more gas with their operands', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(60_000n, 10n ** 9n), async (code, gasLimit) => {
        for (const hardfork of ['chainstart', 'byzantium', 'berlin', 'osaka']) {
          const codes = [code, code] as const
          const message = { hardfork, codes, creation: code, gasLimit, value: 0n, to: first }
          const expected = await run(createEVM, message)
          expect(await run(createLeanEvm, message)).toEqual(expected)
          expect(await run(createLeanEvm, message, worldState)).toEqual(expected)
        }
      }),
      { numRuns: repeated(100, 2000) },
    )
  })

  it('clears transient storage after each transaction', async () => {
    // TLOAD(0), then TSTORE(0, 1); returns the loaded value
    const code = Uint8Array.from([
      0x5f, 0x5c, 0x5f, 0x52, 0x60, 1, 0x5f, 0x5d, 0x60, 32, 0x5f, 0xf3,
    ])
    const common = new Common({ chain: Mainnet, hardfork: 'cancun' })
    const stateManager = new SimpleStateManager({ common })
    const evm = await createLeanEvm({ common, stateManager })
    await stateManager.putCode(first, code)
    for (let round = 0; round < 2; round++) {
      const { execResult } = await evm.runCall({ caller, to: first, gasLimit: 100_000n })
      expect(bytesToHex(execResult.returnValue)).toBe(`0x${'00'.repeat(32)}`)
    }
  })
})

describe('createMeteredEvm', () => {
  /** Runs code of `first`, with what the EVM has reported. */
  async function report(code: readonly number[], stopAt = Number.POSITIVE_INFINITY) {
    const common = new Common({ chain: Mainnet, hardfork: 'cancun' })
    const stateManager = new SimpleStateManager({ common })
    const reports: unknown[] = []
    const add = (each: unknown): void => {
      if (reports.push(each) >= stopAt) throw new Error('enough')
    }
    const evm = await createMeteredEvm({ common, stateManager }, unmetered)
    evm.meter = {
      step: add,
      precompile: (address, input) => add([address, bytesToHex(input)]),
    }
    await stateManager.putCode(first, Uint8Array.from(code))
    const run = evm.runCall({ caller, to: first, gasLimit: 1_000_000n })
    const gas = await run.then(
      ({ execResult }) => execResult.executionGasUsed,
      ({ message }: Error) => message,
    )
    return { reports, gas }
  }

  it('makes an EVM that gives the same results as the stock one, whatever the input', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        expect(await run((options) => createMeteredEvm(options, unmetered), message)).toEqual(
          await run(createEVM, message),
        )
      }),
      { numRuns: repeated(100, 1000) },
    )
  })

  it('reports the gas of each step, with that of memory', async () => {
    // MSTORE(0x20, 1): two pushes, and 3 gas with two words of memory
    expect(await report([0x60, 1, 0x60, 32, 0x52])).toEqual({ reports: [3n, 3n, 9n], gas: 15n })
  })

  it('reports a precompiled contract with its input, and no gas twice', async () => {
    // CALL(gas, identity, 0, 0, 2, 0, 0), whose 18 gas is not reported as a step
    const call = [0x5f, 0x5f, 0x60, 2, 0x5f, 0x5f, 0x60, 4, 0x5a, 0xf1]
    const { reports, gas } = await report(call)
    expect(reports.at(-1)).toEqual(['0000000000000000000000000000000000000004', '0x0000'])
    const steps = reports.filter((each) => typeof each === 'bigint')
    expect(steps).toHaveLength(8)
    expect(gas).toBe(steps.reduce((sum, each) => sum + each, 18n))
  })

  it('ends a call when the meter throws', async () => {
    // JUMPDEST, PUSH0, JUMP: a loop
    expect(await report([0x5b, 0x5f, 0x56], 100)).toMatchObject({ gas: 'enough' })
  })
})
