import { describe, expect, it } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { CallFailedError } from '../../src/chain/callFailedError.ts'
import { ArgumentError } from '../../src/primitives/argumentError.ts'
import { type Hex, toHex } from '../../src/primitives/hex.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import { createTestChain, sharedChain } from '../support/chain.ts'

const chain = await createTestChain()
const contract: Hex = `0x${'c0'.repeat(20)}`
const word = (value: number | bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** Runs code as a contract that exists only in the call. */
const run = (code: Hex, options: Parameters<typeof chain.call>[1] = {}) =>
  chain.call({ to: contract }, { ...options, stateOverrides: { [contract]: { code } } })

/** Returns what an operation without operands puts on the stack: MSTORE(0, it), RETURN(0, 32). */
const returning = (opcode: string): Hex => `0x${opcode}60005260206000f3`

const failure = (call: Promise<unknown>): Promise<CallFailedError> =>
  call.then(
    () => expect.unreachable('it succeeded'),
    (error) => {
      expect(error).toBeInstanceOf(CallFailedError)
      return error
    },
  )

describe('chain.call', () => {
  it('runs in the block after which the state is read', async () => {
    const { header } = chain.blockByNumber(7) ?? expect.unreachable('no block')
    const seen = (opcode: string) => run(returning(opcode), { at: 7 })
    expect(await seen('43')).toBe(word(7))
    expect(await seen('42')).toBe(word(header.timestamp))
    expect(await seen('45')).toBe(word(header.gasLimit))
    expect(await seen('41')).toBe(`0x${'00'.repeat(12)}${header.miner.slice(2)}`)
    // BLOCKHASH of the parent, and of the block itself, which is not known yet while it runs
    expect(await seen('600640')).toBe(header.parentHash)
    expect(await seen('600740')).toBe(word(0))
  })

  it('sees no base fee without a price, and that of the block with one', async () => {
    const { header } = chain.blockByNumber(7) ?? expect.unreachable('no block')
    const code = returning('48')
    expect(await run(code, { at: 7 })).toBe(word(0))
    const { address: from } = chain.accounts[0] as Account
    const call = { from, to: contract, gas: 100_000n, gasPrice: 10n ** 12n }
    const overridden = { at: 7, stateOverrides: { [contract]: { code } } }
    expect(await chain.call(call, overridden)).toBe(word(header.baseFeePerGas ?? 0n))
  })

  it('reads the state of the block', async () => {
    const { address } = chain.accounts[0] as Account
    for (const at of [0, 7, 'latest'] as const) {
      const { balance } = await chain.account(address, { at })
      expect(await run(`0x73${address.slice(2)}3160005260206000f3`, { at })).toBe(word(balance))
    }
  })

  it('applies overrides of the block and of accounts', async () => {
    const blockOverrides = {
      number: 1000,
      time: 2_000_000_000,
      gasLimit: 5n,
      feeRecipient: contract,
      baseFeePerGas: 9n,
    } as const
    expect(await run(returning('43'), { blockOverrides })).toBe(word(1000))
    expect(await run(returning('42'), { blockOverrides })).toBe(word(2_000_000_000))
    expect(await run(returning('45'), { blockOverrides })).toBe(word(5))
    expect(await run(returning('41'), { blockOverrides })).toBe(word(BigInt(contract)))
    const slots = { [word(1)]: word(11), [word(2)]: word(22) }
    const read = (slot: number, storage: object) =>
      chain.call(
        { to: contract },
        { stateOverrides: { [contract]: { code: returning(`60${'0'}${slot}54`), ...storage } } },
      )
    expect(await read(2, { state: slots })).toBe(word(22))
    expect(await read(2, { stateDiff: slots })).toBe(word(22))
    const balance = { balance: 77n }
    expect(
      await chain.call(
        { to: contract },
        { stateOverrides: { [contract]: { code: returning('47'), ...balance } } },
      ),
    ).toBe(word(77))
  })

  it('sees the lowest blob base fee in a block without one that is moved past Cancun', async () => {
    const history = await sharedChain({ preset: 'history', blocks: 128 })
    const isMerged = (number: number) => history.blockByNumber(number)?.header.difficulty === 0n
    const at = Array.from({ length: 128 }, (_, number) => number).find(isMerged) ?? 0
    expect(history.blockByNumber(at)?.header.excessBlobGas).toBeUndefined()
    const blockOverrides = { time: 2_000_000_000 }
    const stateOverrides = { [contract]: { code: returning('4a') } }
    expect(await history.call({ to: contract }, { at, blockOverrides, stateOverrides })).toBe(
      word(1),
    )
  })

  it('moves a precompiled contract', async () => {
    const identity: Hex = `0x${'00'.repeat(19)}04`
    const stateOverrides = { [identity]: { movePrecompileTo: contract } }
    expect(await chain.call({ to: contract, data: '0x1234' }, { stateOverrides })).toBe('0x1234')
    expect(await chain.call({ to: identity, data: '0x1234' }, { stateOverrides })).toBe('0x')
    expect(await chain.call({ to: identity, data: '0x1234' })).toBe('0x1234')
  })

  it('rejects with the reason and the data of a revert', async () => {
    // REVERT with the 4 bytes of an error of the contract's own
    const own = await failure(run('0x63deadbeef60e01b60005260046000fd'))
    expect(own).toMatchObject({ code: 'CALL_REVERTED', message: 'execution reverted' })
    expect(own).toMatchObject({ data: '0xdeadbeef', reason: undefined })
    // Panic(0x11)
    const panic = `0x634e487b7160e01b60005260116004526024${'6000'}fd` as const
    expect(await failure(run(panic))).toMatchObject({
      message: 'execution reverted: arithmetic underflow or overflow',
      reason: 'arithmetic underflow or overflow',
      data: `0x4e487b71${word(0x11).slice(2)}`,
    })
  })

  it('rejects a call that fails in another way', async () => {
    expect(await failure(run('0xfe'))).toMatchObject({
      code: 'CALL_FAILED',
      message: 'invalid opcode: INVALID',
      data: undefined,
    })
    const poor = chain.call({ from: contract, to: contract, value: 1n })
    expect((await failure(poor)).message).toContain('insufficient funds for gas * price + value')
  })

  it('lets a balance wrap around at 2^256, as geth does', async () => {
    const from: Hex = `0x${'f0'.repeat(20)}`
    const balance = 2n ** 256n - 1n
    const stateOverrides = { [from]: { balance }, [contract]: { balance, code: returning('47') } }
    const output = await chain.call({ from, to: contract, value: 3n }, { stateOverrides })
    expect(output).toBe(word(2))
  })

  it('keeps nothing of a contract that the call creates', async () => {
    // Deploys the two bytes 0x1234.
    const data = '0x6112346000526002601ef3'
    expect(await chain.call({ data })).toBe('0x1234')
    const name = toHex(keccak256(Uint8Array.of(0x12, 0x34))).slice(2)
    expect((await chain.states.codes()).get(name)).toBeUndefined()
  })

  it('runs calls that overlap apart from each other', async () => {
    const codes = Array.from({ length: 20 }, (_, index) =>
      returning(`60${index + 10}80600055600054`),
    )
    const outputs = await Promise.all(codes.map((code) => run(code)))
    expect(outputs).toEqual(codes.map((_, index) => word(Number(`0x${index + 10}`))))
  })

  it('refuses arguments that are not valid', async () => {
    const wrong = (request: object, options: object = {}) =>
      expect(chain.call(request, options)).rejects
    await wrong({ to: '0x12' }).toThrow("to: '0x12' is not an address of 20 bytes")
    await wrong({ form: contract }).toThrow('form')
    await wrong({ value: 1 }).toThrow('value: 1 is not a bigint from 0 to 2^256 - 1')
    await wrong({}, { at: 10_000 }).toThrow('there is no block 10000')
    const both = { [contract]: { state: {}, stateDiff: {} } }
    await wrong({ to: contract }, { stateOverrides: both }).toThrow("both 'state' and 'stateDiff'")
  })

  it.each<[problem: string, request: unknown, options?: unknown]>([
    ['call: null is not an object', null],
    ['accessList: an object is not a list', { accessList: {} }],
    ['accessList[0]: null is not an object', { accessList: [null] }],
    [
      'accessList[0].storageKeys: it is missing; want a list',
      { accessList: [{ address: contract }] },
    ],
    ["blobVersionedHashes: '0x01' is not a list", { blobVersionedHashes: '0x01' }],
    ['authorizationList[0]: null is not an object', { authorizationList: [null] }],
    ['stateOverrides: null is not an object', {}, { stateOverrides: null }],
    [
      `stateOverrides.${contract}.state: null is not an object`,
      {},
      { stateOverrides: { [contract]: { state: null } } },
    ],
    ['blockOverrides: null is not an object', {}, { blockOverrides: null }],
    ['options: null is not an object', {}, null],
  ])('names the argument that is not valid: %s', async (problem, request, options) => {
    const call = chain.call as (...given: unknown[]) => Promise<unknown>
    const failed = call.call(chain, request, options)
    await expect(failed).rejects.toBeInstanceOf(ArgumentError)
    await expect(failed).rejects.toThrow(problem)
  })
})

describe('chain.account', () => {
  it('refuses an option that it does not know, instead of reading the latest state', async () => {
    const misspelt: object = { att: 3 }
    const read = chain.account(contract, misspelt)
    await expect(read).rejects.toBeInstanceOf(ArgumentError)
    await expect(read).rejects.toThrow('att: there is no such field; those known are: at')
  })
})
