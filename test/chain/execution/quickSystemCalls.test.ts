import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, bytesToHex, setLengthLeft } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemContracts } from '../../../src/chain/contracts/system.ts'
import { quickSystemCall } from '../../../src/chain/execution/quickSystemCalls.ts'
import { EMPTY_STATE } from '../../../src/chain/state/account.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { fromHex, toMinimalBytes } from '../../../src/primitives/hex.ts'
import { repeated } from '../../support/sized.ts'

// The stock EVM runs the code of the contracts, and the quick calls must leave the same storage.

const SYSTEM = new Address(fromHex(`0x${'ff'.repeat(19)}fe`))
const QUEUES = ['Withdrawal', 'Consolidation', 'Builder']

interface Case {
  readonly storage: readonly (readonly [slot: bigint, value: bigint])[]
  readonly number: bigint
  readonly timestamp: bigint
  readonly input: Uint8Array
}

const queue = fc
  .tuple(
    fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 2n ** 47n), fc.constant(2n ** 256n - 1n)),
    fc.oneof(fc.constant(0n), fc.bigInt(0n, 40n), fc.constant(2n ** 256n - 1n)),
  )
  .map(([excess, count]) => [[0n, excess] as const, [1n, count] as const])
const anyCase = fc.record({
  number: fc.bigInt(1n, 2n ** 40n),
  timestamp: fc.bigInt(1n, 2n ** 40n),
  root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  queue,
})

const word = (slot: bigint) => setLengthLeft(toMinimalBytes(slot), 32)

/** The slots that may differ, in hex. */
async function run(contract: (typeof systemContracts)[number], given: Case) {
  const { storage, number, timestamp, input } = given
  const address = new Address(fromHex(contract.address))
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague })
  const stock = new SimpleStateManager({ common })
  const quick = new WorldState(EMPTY_STATE, new Map())
  for (const state of [stock, quick]) {
    await state.putAccount(address, new Account(1n))
    await state.putCode(address, fromHex(contract.code))
    for (const [slot, value] of storage) {
      await state.putStorage(address, word(slot), toMinimalBytes(value))
    }
  }
  const wasQuick = quickSystemCall(quick, contract, { number, timestamp }, input)
  const evm = await createEVM({ common, stateManager: stock })
  const header = { number, timestamp, coinbase: SYSTEM, gasLimit: 30_000_000n }
  const { execResult } = await evm.runCall({
    block: { header } as never,
    caller: SYSTEM,
    to: address,
    data: input,
    gasLimit: 30_000_000n,
  })
  const slots = [0n, 1n, 2n, 3n, timestamp % 8191n, (timestamp % 8191n) + 8191n]
  slots.push((number - 1n) % 8191n, number % 8191n)
  const read = (state: typeof stock | typeof quick) =>
    Promise.all(
      slots.map(async (slot) =>
        bytesToHex(setLengthLeft(await state.getStorage(address, word(slot)), 32)),
      ),
    )
  expect(execResult.exceptionError).toBeUndefined()
  return {
    wasQuick,
    output: execResult.returnValue,
    stock: await read(stock),
    quick: await read(quick),
  }
}

describe.each(systemContracts.map((contract) => [contract.name, contract] as const))(
  'a quick call of %s',
  (name, contract) => {
    it('leaves the storage that its code leaves', async () => {
      await fc.assert(
        fc.asyncProperty(anyCase, async ({ number, timestamp, root, queue }) => {
          const isQueue = QUEUES.some((each) => name.startsWith(each))
          const input = isQueue ? new Uint8Array(0) : root
          const storage = isQueue ? queue : []
          const { wasQuick, output, stock, quick } = await run(contract, {
            storage,
            number,
            timestamp,
            input,
          })
          if (wasQuick) {
            expect(quick).toEqual(stock)
            expect(output).toHaveLength(0)
          }
          const isLarge = queue.some(([, value]) => value === 2n ** 256n - 1n)
          expect(wasQuick).toBe(!isQueue || !isLarge)
        }),
        { numRuns: repeated(40, 2000) },
      )
    })

    it('is not possible where the account has other code', () => {
      const state = new WorldState(EMPTY_STATE, new Map())
      const block = { number: 1n, timestamp: 1n }
      const root = new Uint8Array(32)
      expect(quickSystemCall(state, contract, block, root)).toBe(false)
      state.setAccount(fromHex(contract.address), {
        nonce: 1n,
        balance: 0n,
        codeHash: new Uint8Array(32),
      })
      expect(quickSystemCall(state, contract, block, root)).toBe(false)
    })
  },
)

it('leaves requests that wait to the code of the contract', async () => {
  for (const contract of systemContracts.filter(({ name }) => QUEUES.includes(name))) {
    const storage = [[1n, 1n] as const, [3n, 1n] as const, [4n, 5n] as const]
    const given = { storage, number: 9n, timestamp: 9n, input: new Uint8Array(0) }
    const { wasQuick, output, quick } = await run(contract, given)
    expect(wasQuick).toBe(false)
    expect(output.length).toBeGreaterThan(0)
    expect(quick[3]).toBe(bytesToHex(word(1n)))
  }
})
