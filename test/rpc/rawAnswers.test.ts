import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { rawHeader, rawReceipts, rawTransaction } from '../../src/chain/encoding/rawItems.ts'
import { fromHex, toHex, toQuantity } from '../../src/primitives/hex.ts'
import { serveForTests, serveInTest } from '../support/serving.ts'

const UNKNOWN = `0x${'00'.repeat(30)}ff10`
const UNKNOWN_BYTES = `[${'0 '.repeat(30)}255 16]`
const BLOCKS = 12

const { server, chain, ask } = await serveForTests({ seed: 'raw', preset: 'pow', blocks: BLOCKS })

/** A block with several transactions. */
function busy(): SealedBlock {
  for (let number = BLOCKS; number > 0; number--) {
    const block = chain.tree.byNumber(number) as SealedBlock
    if (block.senders.length > 20) return block
  }
  throw new Error('no block has two transactions')
}

const expected: Readonly<Record<string, (block: SealedBlock) => unknown>> = {
  debug_getRawHeader: (block) => toHex(rawHeader(block)),
  debug_getRawBlock: ({ rlp }) => toHex(rlp),
  debug_getRawReceipts: (block) => rawReceipts(block).map(toHex),
}

describe.each(Object.entries(expected))('%s', (method, bytesOf) => {
  it('finds a block however it is named, on every branch', async () => {
    const block = busy()
    const { number, hash } = block
    for (const name of [
      toQuantity(number),
      hash,
      { blockHash: hash },
      { blockNumber: toQuantity(number) },
    ]) {
      expect(await ask(method, name)).toEqual(bytesOf(block))
    }
    expect(await ask(method, 'latest')).toEqual(bytesOf(chain.tree.head))
    expect(await ask(method, 'earliest')).toEqual(bytesOf(chain.tree.first))
    const [side] = chain.tree.sideBlocks as [SealedBlock]
    // As in geth, which ignores the flag here.
    for (const requireCanonical of [true, false]) {
      const name = { blockHash: side.hash, requireCanonical }
      expect(await ask(method, name)).toEqual(bytesOf(side))
    }
  })

  it.each(['infura', 'geth'] as const)('has the errors of geth in %s', async (dialect) => {
    const endpoint = server.endpoint(`${method}-${dialect}`, { dialect })
    const failure = (block: unknown) =>
      endpoint.request({ method, params: [block] }).then(
        (result) => ({ result }),
        ({ code, message }) => ({ code, message }),
      )
    const code = -32000
    expect(await failure('safe')).toEqual({ code, message: 'safe block not found' })
    const pending = await chain.pendingBlock()
    const what = /Receipts/.test(method) ? undefined : method.slice('debug_getRaw'.length)
    const missing = (bytes: string) =>
      what === undefined
        ? { result: [] }
        : { code, message: `${what.toLowerCase()} #${bytes} not found` }
    expect(await failure(UNKNOWN)).toEqual(missing(UNKNOWN_BYTES))
    const bytes = [...fromHex(pending.hash)].join(' ')
    expect(await failure('pending')).toEqual(missing(`[${bytes}]`))
    expect(await failure('0xffff')).toEqual({ result: what === undefined ? null : '0x' })
    // The pending block is the one that the others have at this number.
    await endpoint.rollback(1)
    const next = [...fromHex(chain.tree.head.hash)].join(' ')
    expect(await failure('pending')).toEqual(missing(`[${next}]`))
  })
})

describe('transactions', () => {
  it('are the same bytes by every method', async () => {
    const block = busy()
    const transactions = chain.blockByHash(block.hash)?.transactions ?? []
    for (const [index, { hash }] of transactions.entries()) {
      const bytes = toHex(rawTransaction(block, index) as Uint8Array)
      const at = toQuantity(index)
      expect(await ask('debug_getRawTransaction', hash)).toBe(bytes)
      expect(await ask('eth_getRawTransactionByHash', hash)).toBe(bytes)
      expect(await ask('eth_getRawTransactionByBlockHashAndIndex', block.hash, at)).toBe(bytes)
      const number = toQuantity(block.number)
      expect(await ask('eth_getRawTransactionByBlockNumberAndIndex', number, at)).toBe(bytes)
    }
  })

  it('of the candidate block have an index, but no hash yet', async () => {
    const { transactions } = await chain.pendingBlock()
    const first = (await ask(
      'eth_getRawTransactionByBlockNumberAndIndex',
      'pending',
      '0x0',
    )) as string
    expect(first.length).toBeGreaterThan(200)
    expect(await ask('debug_getRawTransaction', transactions[0]?.hash)).toBe('0x')
  })

  it.each([
    ['debug_getRawTransaction', [UNKNOWN]],
    ['eth_getRawTransactionByHash', [UNKNOWN]],
    ['eth_getRawTransactionByBlockHashAndIndex', [UNKNOWN, '0x0']],
    ['eth_getRawTransactionByBlockNumberAndIndex', ['latest', '0xffff']],
    ['eth_getRawTransactionByBlockNumberAndIndex', ['0xffff', '0x0']],
    ['eth_getRawTransactionByBlockNumberAndIndex', ['safe', '0x0']],
  ])('%s %j finds none', async (method, params) => {
    expect(await ask(method, ...params)).toBe('0x')
  })
})

it.each(['eth_getRawTransactionByHash', 'debug_getRawTransaction'])(
  '%s finds a transaction of the pool',
  async (method) => {
    const dev = await serveInTest(await createChain({ seed: 'raw', blocks: 1 }), { dev: true })
    await dev.setAutomine(false)
    expect(await dev.request({ method, params: [UNKNOWN] })).toBe('0x')
    const [from] = (await dev.request({ method: 'eth_accounts' })) as string[]
    const params = [{ from, to: from, gas: '0x5208' }]
    const signed = (await dev.request({ method: 'eth_signTransaction', params })) as {
      raw: string
    }
    const sending = { method: 'eth_sendRawTransaction', params: [signed.raw] }
    const hash = await dev.request(sending)
    expect(await dev.request({ method, params: [hash] })).toBe(signed.raw)
    expect(await dev.request({ method, params: [UNKNOWN] })).toBe('0x')
  },
)
