import { describe, expect, it } from 'vitest'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { createTestChain } from '../../support/chain.ts'
import { serveForTests } from '../../support/serving.ts'

const { server, chain } = await serveForTests(await createTestChain())

const UNKNOWN = `0x${'0'.repeat(64)}`

describe.each(['infura', 'geth'] as const)('in the dialect %s', (dialect) => {
  const ask = (method: string, ...params: unknown[]) =>
    server.endpoint(`headers-${dialect}`, { dialect }).request({ method, params })

  it('returns the header fields of the block, and no others', async () => {
    for (let number = 0; number <= chain.tree.head.number; number++) {
      const at = toQuantity(number)
      const { transactions, uncles, withdrawals, size, totalDifficulty, ...expected } = (await ask(
        'eth_getBlockByNumber',
        at,
        false,
      )) as Record<string, unknown>
      expect(await ask('eth_getHeaderByNumber', at)).toEqual(expected)
      expect(await ask('eth_getHeaderByHash', expected.hash)).toEqual(expected)
    }
    for (const { hash } of chain.tree.sideBlocks) {
      expect(await ask('eth_getHeaderByHash', hash)).toMatchObject({ hash })
    }
  })

  it('returns null where geth does', async () => {
    for (const block of ['pending', 'finalized', '0xffff']) {
      expect(await ask('eth_getHeaderByNumber', block)).toBeNull()
    }
    expect(await ask('eth_getHeaderByHash', UNKNOWN)).toBeNull()
  })
})

describe('methods about the node', () => {
  it.each([
    ['net_listening', [], true],
    ['net_peerCount', [], '0x0'],
    ['web3_sha3', ['0x'], '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    [
      'web3_sha3',
      ['0x68656c6c6f20776f726c64'],
      '0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad',
    ],
  ])('%s %j', async (method, params, result) => {
    expect(await server.request({ method, params })).toBe(result)
  })
})
