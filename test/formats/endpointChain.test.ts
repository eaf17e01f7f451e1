import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { exportChain } from '../../src/exportChain.ts'
import { formatNames } from '../../src/formats/formatNames.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { contentsOf } from '../support/folders.ts'
import { runBlockTest } from '../support/stockBlockTest.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const NOBODY = `0x${'11'.repeat(20)}`

const closing: Server[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()))
})

async function start(options = {}): Promise<{ server: Server; chain: Chain }> {
  const chain = await createChain({ seed: 'exported', mnemonic: TEST_MNEMONIC, blocks: 8 })
  const server = await serve(chain, { port: 0, dev: true, anyKey: true, ...options })
  closing.push(server)
  return { server, chain }
}

const send = (endpoint: ServedEndpoint, value: number) =>
  endpoint.request({
    method: 'eth_sendTransaction',
    params: [{ from: ALICE, to: NOBODY, value: `0x${value.toString(16)}` }],
  }) as Promise<Hex>

/** Sends, reorganizes and rolls back. @returns the hashes of the blocks that are not canonical any more */
async function play(endpoint: ServedEndpoint): Promise<Hex[]> {
  await send(endpoint, 1)
  const first = endpoint.head.hash
  await send(endpoint, 2)
  const second = endpoint.head.hash
  await endpoint.reorg({ depth: 2, length: 3 })
  const rolledBack = endpoint.head.hash
  await endpoint.rollback(1)
  return [first, second, rolledBack]
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

describe('an export of an endpoint', () => {
  it('has its canonical chain and the blocks that it has left', async () => {
    const { server, chain } = await start()
    const endpoint = server.endpoint('a')
    const left = await play(endpoint)
    const { head } = endpoint
    for (const format of ['json', 'bundle', 'cassette', 'hive'] as const) {
      const folder = join(parent, `played-${format}`)
      await exportChain(endpoint, folder, { format })
      const loaded = await loadChain(folder)
      expect(loaded.tree.head, format).toMatchObject({ number: head.number, hash: head.hash })
      expect(loaded.tree.byNumber(8)?.hash).toBe(chain.tree.head.hash)
      for (const hash of left) expect(loaded.blockByHash(hash)?.hash, format).toBe(hash)
      for (const { hash } of chain.tree.sideBlocks) {
        expect(loaded.blockByHash(hash)?.hash, format).toBe(hash)
      }
    }
    expect(chain.tree.head.number).toBe(8)
  })

  it('loads as the same chain: a hive export goes on as its endpoint does', async () => {
    const { server } = await start({ automine: false })
    const endpoint = server.endpoint('a')
    await send(endpoint, 5)
    const pending = (await endpoint.request({
      method: 'eth_getBlockByNumber',
      params: ['pending', false],
    })) as { transactions: Hex[] }
    const folder = join(parent, 'pending')
    await exportChain(endpoint, folder, { format: 'hive' })
    const loaded = await loadChain(folder)
    const { transactions } = await loaded.pendingBlock()
    expect(transactions.map(({ hash }) => hash)).toEqual(pending.transactions)
    const account = await loaded.account(ALICE)
    expect(account.nonce).toBe(0)
  })

  it('is a test that a stock client passes', async () => {
    const { server } = await start()
    const endpoint = server.endpoint('a')
    await play(endpoint)
    const folder = join(parent, 'test')
    await exportChain(endpoint, folder, { format: 'blockchain-test' })
    const { test } = manifestOf(folder)
    const file = readFileSync(join(folder, 'BlockchainTests', `${test}.json`), 'utf8')
    const written = JSON.parse(file)[test]
    expect(written.lastblockhash).toBe(endpoint.head.hash)
    await runBlockTest(written)
  })

  it.each(formatNames)('equals that of the chain while it was not moved: %s', async (format) => {
    const { server, chain } = await start({ dev: false })
    const [one, other] = [join(parent, `chain-${format}`), join(parent, `endpoint-${format}`)]
    await exportChain(chain, one, { format })
    await exportChain(server.endpoint('a'), other, { format })
    const [ofChain, ofEndpoint] = [contentsOf(one), contentsOf(other)]
    expect([...ofEndpoint.keys()]).toEqual([...ofChain.keys()])
    for (const [path, content] of ofChain) expect(ofEndpoint.get(path) === content, path).toBe(true)
  })

  it('has what other endpoints have not', async () => {
    const { server } = await start()
    const [a, b] = [server.endpoint('a'), server.endpoint('b')]
    await send(a, 1)
    await send(b, 2)
    await b.reorg({ depth: 1 })
    const folder = join(parent, 'other')
    await exportChain(a, folder)
    const loaded = await loadChain(folder)
    expect(loaded.tree.head.hash).toBe(a.head.hash)
    const own = loaded.tree.sideBlocks.filter(({ number }) => number > 8)
    expect(own).toEqual([])
  })

  it('is of one moment, though the endpoint moves on', async () => {
    const { server } = await start()
    const endpoint = server.endpoint('a')
    await send(endpoint, 1)
    const { head } = endpoint
    const folder = join(parent, 'moment')
    const move = async () => {
      await endpoint.reorg({ depth: 1, length: 2 })
      await endpoint.setBalance(ALICE, 1n)
    }
    let moved: Promise<void> | undefined
    const onProgress = () => {
      moved ??= move()
    }
    await exportChain(endpoint, folder, { format: ['json', 'cassette', 'hive'], onProgress })
    await moved
    expect(endpoint.head.hash).not.toBe(head.hash)
    for (const format of ['json', 'cassette', 'hive']) {
      expect((await loadChain(join(folder, format))).tree.head.hash).toBe(head.hash)
    }
  })

  it('follows finality where it stalls', async () => {
    const { server } = await start()
    const endpoint = server.endpoint('a')
    await endpoint.setFinality({ safe: 1, finalized: 2 })
    await endpoint.setFinality('stalled')
    await endpoint.mine(3)
    const folder = join(parent, 'stalled')
    await exportChain(endpoint, folder)
    const { number } = (await endpoint.request({
      method: 'eth_getBlockByNumber',
      params: ['finalized', false],
    })) as { number: Hex }
    expect(Number(number)).toBe(6)
    expect(manifestOf(folder).tags.finalized.number).toBe(6)
    await loadChain(folder)
  })

  it('is marked if its state was set by hand, and not written for other nodes', async () => {
    const { server } = await start()
    const endpoint = server.endpoint('a')
    await send(endpoint, 1)
    const { number, hash } = endpoint.head
    await endpoint.setBalance(NOBODY as Hex, 10n ** 18n)
    const [before, marked] = [join(parent, 'before'), join(parent, 'marked')]
    await exportChain(endpoint, before, { format: 'hive' })
    await endpoint.mine(1)
    await exportChain(endpoint, marked)
    expect(manifestOf(marked).irregular).toEqual({ since: { number, hash }, reasons: ['state'] })
    await loadChain(marked)
    for (const format of ['hive', 'blockchain-test'] as const) {
      await expect(exportChain(endpoint, before, { format })).rejects.toMatchObject({
        code: 'CANNOT_EXPORT',
        message: expect.stringContaining(
          `: ${format}: this format is for other nodes, which would accept no block after ${number}, because it was changed by hand (state): export up to block ${number}, or in another format`,
        ),
      })
      await exportChain(endpoint, before, { format, to: number })
    }
    await endpoint.rollback(2)
    await exportChain(endpoint, before, { format: 'hive' })
    const loaded = await loadChain(before)
    expect(loaded.tree.sideBlocks.map((block) => block.hash)).toContain(hash)
    expect(manifestOf(before).irregular).toBeUndefined()
  })

  it('is refused once it is closed', async () => {
    const { server } = await start()
    const endpoint = server.endpoint('a')
    await endpoint.close()
    const folder = join(parent, 'closed')
    await expect(exportChain(endpoint, folder)).rejects.toMatchObject({ code: 'CLOSED' })
  })
})
