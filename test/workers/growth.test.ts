import { afterAll, afterEach, expect, it } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining } from '../support/runCli.ts'
import { until } from '../support/until.ts'
import {
  type Group,
  healthOf,
  keyOf,
  persistently,
  startServer,
  WORKERS,
} from '../support/workers/runningGroup.ts'

const spec = { seed: 'growth', preset: 'pow', blocks: 4 } as const

let group: Group | undefined
afterEach(async () => {
  await group?.stop('SIGTERM')
  group = undefined
})
afterAll(killRemaining)

async function start(): Promise<Group> {
  const { seed, preset, blocks } = spec
  const chain = ['--seed', seed, '--preset', preset, '--blocks', String(blocks)]
  // The files of the chain are in a folder of the group.
  group = await startServer(
    ...chain,
    '--no-cache',
    '--block-time',
    '0.2',
    '--workers',
    '2',
    '--any-key',
  )
  return group
}

const urlOf = (worker: number) => `http://${group?.address}/v3/${keyOf(worker)}`

/** What a worker answers about a block, once its chain is that long. */
async function blockOf(worker: number, number: number): Promise<{ readonly hash: string }> {
  const params = [`0x${number.toString(16)}`, true]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params })
  let block: { readonly hash: string } | null = null
  await until(async () => {
    block = JSON.parse(await persistently(urlOf(worker), body)).result
    return block !== null
  })
  return block as never
}

it('grows by the same blocks in all workers as in a single process', async () => {
  await start()
  const chain = await createChain({ ...spec, blocks: 6 })
  const [account] = chain.accounts as [Account]
  for (let worker = 0; worker < WORKERS; worker++) {
    for (const number of [5, 6]) {
      const { hash } = await blockOf(worker, number)
      expect(hash).toBe(chain.tree.byNumber(number)?.hash)
    }
    const balance = await callMethod(urlOf(worker), 'eth_getBalance', account.address, '0x6')
    expect(BigInt(balance as string)).toBe((await chain.account(account.address)).balance)
  }
})

it('goes on to grow when the worker that builds has ended', async () => {
  const { workers } = await healthOf(await start())
  await blockOf(1, 5)
  process.kill(workers[0]?.pid as number, 'SIGKILL')
  const { tree } = await createChain({ ...spec, blocks: 8 })
  for (const worker of [1, 0]) {
    const { hash } = await blockOf(worker, 8)
    expect(hash).toBe(tree.byNumber(8)?.hash)
  }
})
