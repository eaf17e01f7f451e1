import { describe, expect, it } from 'vitest'
import { decodeAccessList } from '../../../src/chain/encoding/accessList.ts'
import { fromHex, type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { sealedBlock, sharedChain } from '../../support/chain.ts'
import { serveForTests } from '../../support/serving.ts'

const SYSTEM_CONTRACTS = 6

describe('block access lists', async () => {
  const forks = { bpo2: 0, amsterdam: 4, paris: 0 }
  const { chain, ask } = await serveForTests(
    await sharedChain({ preset: 'latest', forks, blocks: 8, seed: 'lists' }),
  )
  const [last, before] = [sealedBlock(chain, 8), sealedBlock(chain, 3)]
  const list = async (block: unknown) =>
    (await ask('eth_getBlockAccessList', block)) as { address: Hex }[]

  it('are found by the names of reth and Anvil, too', async () => {
    const found = await list(last.hash)
    expect(await ask('eth_getBlockAccessListByBlockHash', last.hash)).toEqual(found)
    const number = toQuantity(last.number)
    expect(await ask('eth_getBlockAccessListByBlockNumber', number)).toEqual(found)
    const raw = toHex(last.accessList as Uint8Array)
    expect(await ask('eth_getBlockAccessListRaw', last.hash)).toBe(raw)
  })

  it('are found by number, tag and hash, with all members', async () => {
    const found = await list(toQuantity(last.number))
    expect(found).toEqual(await list('latest'))
    expect(found).toEqual(await list(last.hash))
    expect(found.length).toBeGreaterThan(SYSTEM_CONTRACTS)
    expect(found.map(({ address }) => address)).toEqual(
      decodeAccessList(last.accessList as Uint8Array).map(({ address }) => address),
    )
    for (const account of found) {
      expect(Object.keys(account)).toEqual([
        'address',
        'storageChanges',
        'storageReads',
        'balanceChanges',
        'nonceChanges',
        'codeChanges',
      ])
    }
  })

  it('have the hash that the header has', async () => {
    const raw = (await ask('debug_getRawBlockAccessList', 'latest')) as Hex
    const { blockAccessListHash } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
      blockAccessListHash: Hex
    }
    expect(toHex(keccak256(fromHex(raw)))).toBe(blockAccessListHash)
  })

  it('are null for unknown blocks and for the pending one', async () => {
    expect(await list('0xffff')).toBeNull()
    expect(await list(`0x${'12'.repeat(32)}`)).toBeNull()
    expect(await list('pending')).toBeNull()
    const raw = ask('debug_getRawBlockAccessList', '0xffff')
    await expect(raw).rejects.toMatchObject({ code: -32001, message: 'Resource not found' })
  })

  it('do not exist before Amsterdam', async () => {
    for (const method of ['eth_getBlockAccessList', 'debug_getRawBlockAccessList']) {
      const error = { code: -32001, message: 'Resource not found' }
      await expect(ask(method, toQuantity(before.number))).rejects.toMatchObject(error)
    }
  })
})
