import { beforeAll, describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serveForTests } from '../../support/serving.ts'

const { ask } = await serveForTests(
  { preset: 'latest', blocks: 1, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

const [busy, reverting, failing, receiver] = ['b1', 'b2', 'b3', 'b4'].map(
  (byte): Hex => `0x${byte.repeat(20)}`,
) as [Hex, Hex, Hex, Hex]

/** Calls an account with all gas and some wei. */
function call(to: Hex, wei: number): string {
  return `6000600060006000${`60${wei.toString(16).padStart(2, '0')}`}73${to.slice(2)}5af150`
}

const staticCall = (to: Hex) => `600060006000600073${to.slice(2)}5afa50`
const delegateCall = (to: Hex) => `600060006000600073${to.slice(2)}5af450`
const create = '600060006001f050'
const revert = '60006000fd'

const codes: Readonly<Record<Hex, string>> = {
  [busy]: [
    call(receiver, 5),
    call(receiver, 0),
    staticCall(receiver),
    delegateCall(receiver),
    create,
    call(reverting, 2),
    '00',
  ].join(''),
  [reverting]: call(receiver, 1) + revert,
  // With the data 0xdeadbeef.
  [failing]: '63deadbeef6000526004601cfd',
}

let from: Hex

beforeAll(async () => {
  for (const [address, code] of Object.entries(codes)) {
    await ask('anvil_setCode', address, `0x${code}`)
  }
  const [account] = await ask<[Hex]>('eth_accounts')
  from = account
})

function send(to: Hex, value = '0x64'): Promise<Hex> {
  return ask('eth_sendTransaction', { from, to, value, gas: '0xf4240' })
}

describe('the calls of a transaction', () => {
  it('are listed in order, each with its depth', async () => {
    const calls = await ask<{ type: string; depth: number; to: Hex; value: Hex | null }[]>(
      'ots_traceTransaction',
      await send(busy),
    )
    const created = calls[5]?.to
    expect(calls.map(({ type, depth, to, value }) => [type, depth, to, value])).toEqual([
      ['CALL', 0, busy, '0x64'],
      ['CALL', 1, receiver, '0x5'],
      ['CALL', 1, receiver, '0x0'],
      ['STATICCALL', 1, receiver, null],
      ['DELEGATECALL', 1, receiver, null],
      ['CREATE', 1, created, '0x1'],
      ['CALL', 1, reverting, '0x2'],
      ['CALL', 2, receiver, '0x1'],
    ])
    expect(created).toMatch(/^0x(?!0{40})/)
    expect(calls[0]).toMatchObject({ from, input: '0x', output: '0x' })
  })

  it('include transfers and creations that were not reverted', async () => {
    const operations = await ask<{ to: Hex }[]>('ots_getInternalOperations', await send(busy))
    expect(operations).toEqual([
      { type: 0, from: busy, to: receiver, value: '0x5' },
      { type: 2, from: busy, to: operations[1]?.to, value: '0x1' },
    ])
  })

  it('say what the transaction reverted with', async () => {
    const failed = await send(failing, '0x0')
    expect(await ask('ots_getTransactionError', failed)).toBe('0xdeadbeef')
    expect(await ask('ots_traceTransaction', failed)).toMatchObject([{ output: '0xdeadbeef' }])
    expect(await ask('ots_getInternalOperations', failed)).toEqual([])
    expect(await ask('ots_getTransactionError', await send(busy))).toBe('0x')
  })

  it.each(['ots_traceTransaction', 'ots_getInternalOperations', 'ots_getTransactionError'])(
    '%s does not know a transaction that is in no block',
    async (method) => {
      await expect(ask(method, `0x${'12'.repeat(32)}`)).rejects.toMatchObject({
        code: -32000,
        message: 'transaction not found',
      })
    },
  )
})

describe('code and its creator', () => {
  it('are those of contracts that transactions and contracts have created', async () => {
    const hash = await ask<Hex>('eth_sendTransaction', { from, data: '0x60016000f3' })
    const { contractAddress: contract } = await ask<{ contractAddress: Hex }>(
      'eth_getTransactionReceipt',
      hash,
    )
    expect(await ask('ots_getContractCreator', contract)).toEqual({ hash, creator: from })
    expect(await ask('ots_hasCode', contract, 'latest')).toBe(true)
    const { blockNumber } = await ask<{ blockNumber: Hex }>('eth_getTransactionByHash', hash)
    expect(await ask('ots_hasCode', contract, Number(blockNumber) - 1)).toBe(false)
  })

  it('are found while the head moves', async () => {
    const hash = await ask<Hex>('eth_sendTransaction', { from, data: '0x60026000f3' })
    const { contractAddress: contract } = await ask<{ contractAddress: Hex }>(
      'eth_getTransactionReceipt',
      hash,
    )
    for (let round = 0; round < 10; round++) {
      const creator = ask('ots_getContractCreator', contract)
      await ask('evm_mine')
      expect(await creator).toEqual({ hash, creator: from })
    }
  })

  it('are null for accounts, and for code that no transaction has made', async () => {
    expect(await ask('ots_getContractCreator', from)).toBeNull()
    expect(await ask('ots_hasCode', from)).toBe(false)
    // Of genesis, and set by hand.
    const beaconRoots = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
    for (const address of [beaconRoots, busy]) {
      expect(await ask('ots_getContractCreator', address)).toBeNull()
      expect(await ask('ots_hasCode', address)).toBe(true)
    }
  })
})
