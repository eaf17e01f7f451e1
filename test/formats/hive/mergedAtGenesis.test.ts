import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { serve } from '../../../src/server/serve.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const data = 'test/data/merged-at-genesis'
const folder = temporaryFolder()

const EMPTY_LIST = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

// From Shanghai on, the header of genesis has the fields of forks that are active at its time.
describe.each([
  ['every-fork', { withdrawalsRoot: EMPTY_LIST, excessBlobGas: '0x0', requestsHash: NO_REQUESTS }],
  ['spread-forks', { withdrawalsRoot: EMPTY_LIST }],
])('a chain merged at genesis: %s', async (name, ofForks) => {
  const chain = await importHive(join(data, name))

  it('loads, though its genesis has a difficulty', () => {
    expect(chain.tree.head.number).toBe(24)
    const first = chain.blockByNumber(1) as Block
    expect(first.header).toMatchObject({ difficulty: 0n, parentHash: chain.tree.first.hash })
    expect(first.withdrawals).toHaveLength(1)
    expect(chain.rules.forks.find(({ name: fork }) => fork === 'paris')?.at).toEqual({ block: 0 })
  })

  it('is served with the fields that its forks add to genesis', async () => {
    const server = await serve(chain, { port: 0 })
    const ask = (block: string) =>
      server.request({ method: 'eth_getBlockByNumber', params: [block, true] })
    const genesis = (await ask('0x0')) as object
    expect(genesis).toMatchObject({
      difficulty: '0x20000',
      totalDifficulty: '0x20000',
      withdrawals: [],
      ...ofForks,
    })
    expect('requestsHash' in genesis).toBe('requestsHash' in ofForks)
    const filter = { fromBlock: '0x1', toBlock: '0x18' }
    const logs = await server.request({ method: 'eth_getLogs', params: [filter] })
    expect(logs).toHaveLength(24)
    expect(await ask('latest')).toMatchObject({ totalDifficulty: '0x20000', difficulty: '0x0' })
    await server.close()
  })

  it.each(['hive', 'json', 'bundle', 'cassette'] as const)(
    'keeps its first block when it is written as %s',
    async (format) => {
      const out = join(folder, `${name}-${format}`)
      await exportChain(chain, out, { format })
      const { tree } = await loadChain(out)
      expect([tree.first.hash, tree.head.hash]).toEqual([
        chain.tree.first.hash,
        chain.tree.head.hash,
      ])
    },
  )

  it('is written with the configuration that it was read from', async () => {
    const out = join(folder, name)
    await exportChain(chain, out, { format: 'hive' })
    const config = (path: string) =>
      JSON.parse(readFileSync(join(path, 'genesis.json'), 'utf8')).config
    expect(config(out)).toMatchObject(config(join(data, name)))
  })

  it('continues with valid blocks', async () => {
    const longer = await importHive(join(data, name))
    await longer.extend(2)
    const out = join(folder, `${name}-longer`)
    await exportChain(longer, out, { format: 'hive' })
    expect((await loadChain(out)).tree.head).toMatchObject({
      number: 26,
      hash: longer.tree.head.hash,
    })
  })
})

it('is merged when genesis has Shanghai, whatever the configuration says about the merge', async () => {
  const path = join(folder, 'silent')
  cpSync(join(data, 'every-fork'), path, { recursive: true })
  const file = join(path, 'genesis.json')
  const genesis = JSON.parse(readFileSync(file, 'utf8'))
  for (const mergeNetsplitBlock of [undefined, 0, 1, 7]) {
    const config = { ...genesis.config, mergeNetsplitBlock }
    writeFileSync(file, JSON.stringify({ ...genesis, config }))
    expect((await importHive(path)).tree.head.number).toBe(24)
  }
})
