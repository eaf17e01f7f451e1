import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'ommer-needed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ACCOUNT = `0x${'7'.repeat(40)}` as const
const few = { undoneBytes: 1 }
const many = { undoneBytes: 1_000_000 }

let count = 0

/** Starts servers one after another with the same journal. */
function servers(dev: boolean) {
  const journal = join(folder, `journal-${++count}`)
  return async (limits: ServeOptions['limits']): Promise<Server> => {
    const chain = await createChain({ seed: 'needed', blocks: 2, preset: 'latest' })
    return serve(chain, { port: 0, dev, journal, limits, apiKeys: ['a', 'b'] })
  }
}

describe.each([true, false])('a journal of a server, dev: %s', (dev) => {
  it.each([
    ['fewer', many, few],
    ['more', few, many],
  ])('leads to the same head with %s undone blocks', async (_, before, after) => {
    const start = servers(dev)
    const first = await start(before)
    const a = first.endpoint('a')
    await a.mine(3)
    const { hash: left } = a.head
    await a.rollback(2)
    const found = await a.advanceTo(left).then(
      () => true,
      () => false,
    )
    expect(found).toBe(before === many)
    await a.reorg({ depth: 1, force: true })
    await a.rollback(2)
    const { hash } = a.head
    await first.close()

    const second = await start(after)
    expect(second.endpoint('a').head.hash).toBe(hash)
    await second.close()
  })

  it('keeps blocks only until the last entry that names them', async () => {
    const start = servers(dev)
    const first = await start(many)
    const a = first.endpoint('a')
    await a.mine(2)
    const { hash: left } = a.head
    await a.reorg({ depth: 1, force: true })
    await a.reorg({ to: left, force: true })
    await a.rollback(2)
    await first.close()

    const second = await start(few)
    const params = [left, false]
    const read = { method: 'eth_getBlockByHash', params }
    expect(await second.endpoint('a').request(read)).toBeNull()
    await second.close()
  })
})

describe('a journal of a server with dev', () => {
  it('leads to the same state, though a block was freed and mined again', async () => {
    const start = servers(true)
    const balances = { method: 'eth_getBalance', params: [ACCOUNT, 'latest'] }
    const first = await start(many)
    const a = first.endpoint('a')
    await a.mine(2)
    await a.setBalance(ACCOUNT, 5n)
    const { hash: altered } = a.head
    await a.rollback(2)
    await a.advanceTo(altered)
    expect(await a.request(balances)).toBe('0x5')
    await first.close()

    const second = await start(few)
    expect(await second.endpoint('a').request(balances)).toBe('0x5')
    await second.close()
  })

  it('may take more memory than there is', async () => {
    const start = servers(true)
    const first = await start({})
    const a = first.endpoint('a')
    await a.mine(40)
    const { hash } = a.head
    await first.close()

    const second = await start({ chainsBytes: 20_000 })
    const again = second.endpoint('a')
    expect(again.head.hash).toBe(hash)
    await expect(again.mine(1)).rejects.toMatchObject({ code: 'OUT_OF_PRIVATE_MEMORY' })
    await second.close()
  })
})
