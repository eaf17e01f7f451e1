import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const NO_STORAGE = { storage: null, nextKey: null }

const { ask, server } = await serveForTests(
  { preset: 'latest', blocks: 2, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

interface Range {
  readonly storage: Readonly<
    Record<string, { readonly key: string | null; readonly value: string }>
  >
  readonly nextKey: string | null
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const
/** Stores the second word of the input in the slot of the first. */
const STORES = '0x60203560003555'

/** A contract, and a block with transactions that store one value each. */
async function storing(key: string, stored: readonly (readonly [slot: number, value: number])[]) {
  const endpoint = server.endpoint(key)
  const at = (method: string, ...params: readonly unknown[]) => endpoint.request({ method, params })
  const address = `0x${'c7'.repeat(20)}` as const
  await endpoint.setCode(address, STORES)
  await endpoint.setAutomine(false)
  for (const [slot, value] of stored) {
    const data = `${word(slot)}${word(value).slice(2)}`
    await at('eth_sendTransaction', { from, to: address, data, gas: '0x186a0' })
  }
  await endpoint.mine()
  const { hash } = (await at('eth_getBlockByNumber', 'latest', false)) as { hash: string }
  const range = (...params: readonly unknown[]) =>
    at('debug_storageRangeAt', ...params) as Promise<Range>
  return { endpoint, address, hash, range, at }
}

const slotsOf = ({ storage }: Range) =>
  Object.entries(storage).map(([hash, { key, value }]) => {
    expect(keccak256(key as `0x${string}`)).toBe(hash)
    return [Number(key), Number(value)] as const
  })

describe('debug_storageRangeAt', () => {
  it('lists the slots before each transaction of a block, and after its last one at the next', async () => {
    const { endpoint, address, hash, range } = await storing('before', [
      [1, 11],
      [2, 22],
      [1, 0],
    ])
    expect(await range(hash, 0, address, '0x', 10)).toEqual(NO_STORAGE)
    expect(slotsOf(await range(hash, 1, address, '0x', 10))).toEqual([[1, 11]])
    expect(slotsOf(await range(hash, 2, address, '0x', 10))).toEqual(
      expect.arrayContaining([
        [1, 11],
        [2, 22],
      ]),
    )
    await endpoint.mine()
    expect(slotsOf(await range('latest', 0, address, '0x', 10))).toEqual([[2, 22]])
  })

  it('lists page by page, by the hashes of the slots', async () => {
    const stored = Array.from({ length: 8 }, (_, slot) => [slot, slot + 1] as const)
    const { endpoint, address, range } = await storing('pages', stored)
    await endpoint.mine()
    const found: (readonly [number, number])[] = []
    let start: string | null = '0x'
    const pages: number[] = []
    while (start !== null) {
      const page: Range = await range('latest', 0, address, start, 3)
      pages.push(Object.keys(page.storage).length)
      expect(Object.keys(page.storage)).toEqual(Object.keys(page.storage).toSorted())
      found.push(...slotsOf(page))
      start = page.nextKey
    }
    expect(pages).toEqual([3, 3, 2])
    expect(found.toSorted(([one], [other]) => one - other)).toEqual(stored)
    const none = await range('latest', 0, address, '0x', 0)
    expect(none.storage).toEqual({})
    expect(none.nextKey).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await range('latest', 0, address, `0x${'ff'.repeat(32)}`, 3)).toEqual({
      storage: {},
      nextKey: null,
    })
  })

  it('names slots that were set by hand', async () => {
    const { endpoint, address, range } = await storing('hand', [])
    await endpoint.setStorageAt(address, 9n, 99n)
    await endpoint.mine()
    expect(slotsOf(await range('latest', 0, address, '0x', 3))).toEqual([[9, 99]])
  })

  it('refuses genesis, and transactions that a block does not have, as geth does', async () => {
    const { address, hash, range } = await storing('refused', [[1, 1]])
    await expect(range('0x0', 0, address, '0x', 1)).rejects.toMatchObject({
      code: -32000,
      message: 'no transaction in genesis',
    })
    for (const index of [1, -1]) {
      await expect(range(hash, index, address, '0x', 1)).rejects.toMatchObject({
        code: -32000,
        message: `transaction index ${index} out of range for block ${hash}`,
      })
    }
    await expect(ask('debug_storageRangeAt', 'latest', 0, from, '0x1', 1)).rejects.toMatchObject({
      code: -32602,
    })
  })
})
