import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { callMethod } from '../../support/callMethod.ts'
import {
  type Group,
  healthOf,
  keyOf,
  persistently,
  startServer,
} from '../../support/group/runningGroup.ts'
import { killRemaining } from '../../support/runCli.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { until } from '../../support/until.ts'

afterAll(killRemaining)

const folder = temporaryFolder()
const spec = { seed: 'grown', preset: 'pow', blocks: 2 } as const
const keys = [keyOf(0), keyOf(1)] as const
const options = '--seed grown --preset pow --blocks 2 --workers 2 --block-time 0.05 --control'
const args = [...options.split(' '), ...keys.flatMap((key) => ['--api-key', key])]

const request = (method: string, ...params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Reads the heads of both keys, each of them from another worker, and checks that none goes back. */
class Heads {
  group: Group
  readonly #highest = new Map<string, number>()

  constructor(group: Group) {
    this.group = group
  }

  /** Waits until both have a height. */
  async reach(height: number): Promise<void> {
    for (const key of keys) await until(async () => (await this.#read(key)) >= height)
  }

  get highest(): number {
    return Math.max(...this.#highest.values())
  }

  async #read(key: string): Promise<number> {
    const url = `http://${this.group.address}/v3/${key}`
    const head = Number(JSON.parse(await persistently(url, request('eth_blockNumber'))).result)
    expect(head).toBeGreaterThanOrEqual(this.#highest.get(key) ?? 0)
    this.#highest.set(key, head)
    return head
  }
}

/** Checks that both workers have the blocks, and the state, of one process. */
async function compare(heads: Heads): Promise<void> {
  const { highest: height } = heads
  // One of them may build a block later than the other.
  await heads.reach(height)
  const { address } = heads.group
  const whole = await createChain({ ...spec, blocks: height })
  const { address: account } = whole.accounts[0] as { address: `0x${string}` }
  const { balance } = await whole.account(account)
  const latest = `0x${height.toString(16)}`
  for (const key of keys) {
    const url = `http://${address}/v3/${key}`
    for (let number = 0; number <= height; number++) {
      const at = `0x${number.toString(16)}`
      const block = await callMethod<{ hash: string }>(url, 'eth_getBlockByNumber', at, false)
      expect(block.hash).toBe(whole.tree.byNumber(number)?.hash)
    }
    expect(BigInt(await callMethod(url, 'eth_getBalance', account, latest))).toBe(balance)
  }
}

it.each([0, 1])(
  'is as in one process in all workers, though worker %d is killed',
  async (worker) => {
    const group = await startServer(...args)
    const heads = new Heads(group)
    await heads.reach(spec.blocks + 8)
    // A change of an endpoint that follows the chain is made again where the chain is higher than it was.
    for (const key of keys) {
      await callMethod(`http://${group.address}/control/${key}`, 'ommer_setFaults', [])
    }
    await heads.reach(heads.highest + 4)
    const { workers } = await healthOf(group)
    process.kill(workers[worker]?.pid as number, 'SIGKILL')
    await heads.reach(heads.highest + 8)
    await compare(heads)
    await group.stop('SIGTERM')
  },
)

it('goes on from where it was after all processes were killed', async () => {
  const journal = ['--journal', join(folder, 'journal')]
  const heads = new Heads(await startServer(...args, ...journal))
  await heads.reach(spec.blocks + 8)
  await heads.group.stop('SIGKILL')
  heads.group = await startServer(...args, ...journal)
  await heads.reach(heads.highest + 2)
  await compare(heads)
  await heads.group.stop('SIGTERM')
})

it('includes the blocks that endpoints of several workers have mined before', async () => {
  const group = await startServer(...args)
  const mined: { readonly hash: string; readonly number: number }[] = []
  for (const key of keys) {
    const control = `http://${group.address}/control/${key}`
    mined.push(...(await callMethod<typeof mined>(control, 'ommer_mine', 3)))
  }
  const blocks = Math.max(...mined.map(({ number }) => number))
  await until(async () => {
    const { workers } = await healthOf(group)
    return workers.every(({ head }) => (head ?? 0) >= blocks)
  })
  const { tree } = await createChain({ ...spec, blocks })
  for (const { number, hash } of mined) expect(tree.byNumber(number)?.hash).toBe(hash)
  await group.stop('SIGTERM')
})
