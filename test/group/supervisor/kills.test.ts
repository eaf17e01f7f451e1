import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callMethod } from '../../support/callMethod.ts'
import { type Group, healthOf, keyOf, startGroup } from '../../support/group/runningGroup.ts'
import { killRemaining } from '../../support/runCli.ts'
import { repeated } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { until } from '../../support/until.ts'

afterAll(killRemaining)

const folder = temporaryFolder()
const BLOCKS = 6

interface Block {
  readonly number: string
  readonly hash: string
}

const url = ({ address }: Group, key: string) => `http://${address}/v3/${key}`

/** What clients of an endpoint have seen: blocks that they were told are mined, and the newest head that they have read. */
class Seen {
  readonly key: string
  mined = 0
  /** the transactions that were acknowledged since the last check */
  #sent: string[] = []
  head: Block | undefined
  /** why it was not served any more */
  failure: unknown

  constructor(key: string) {
    this.key = key
  }

  /** Mines and reads until the group ends. */
  async watch(group: Group): Promise<void> {
    const endpoint = url(group, this.key)
    const [from] = await callMethod<string[]>(endpoint, 'eth_accounts')
    const mine = async (): Promise<void> => {
      for (;;) {
        await callMethod(endpoint, 'evm_mine')
        this.mined++
        this.#sent.push(await callMethod(endpoint, 'eth_sendTransaction', { from, to: from }))
        this.mined++
      }
    }
    const read = async (): Promise<void> => {
      for (;;) {
        const block = await callMethod<Block>(endpoint, 'eth_getBlockByNumber', 'latest', false)
        if (Number(block.number) > Number(this.head?.number ?? 0)) this.head = block
      }
    }
    const note = (error: unknown): void => {
      this.failure = error
    }
    await Promise.all([mine().catch(note), read().catch(note)])
  }

  async check(group: Group): Promise<void> {
    const endpoint = url(group, this.key)
    const head = Number(await callMethod(endpoint, 'eth_blockNumber'))
    expect(head).toBeGreaterThanOrEqual(BLOCKS + this.mined)
    const { number, hash } = this.head as Block
    expect(await callMethod(endpoint, 'eth_getBlockByNumber', number, false)).toMatchObject({
      hash,
    })
    for (const hash of this.#sent.splice(0)) {
      const receipt = await callMethod(endpoint, 'eth_getTransactionReceipt', hash)
      expect(receipt).toMatchObject({ status: '0x1' })
    }
  }
}

// Each restart makes all changes again, so a journal has those of a few only.
const journals = Array.from({ length: repeated(1, 20) }, (_, index) => `journal-${index}`)

it.each(journals)(
  'loses nothing that a client has seen when the supervisor is killed: %s',
  async (name) => {
    const args = ['--workers', '2', '--any-key', '--journal', join(folder, name)]
    const seen = [0, 1, 0, 1].map((worker, index) => new Seen(keyOf(worker, `seen-${index}`)))
    let group = await startGroup(...args)
    for (let round = 1; round <= repeated(3, 5); round++) {
      const watched = seen.map((each) => each.watch(group))
      const mined = () => seen.reduce((sum, each) => sum + each.mined, 0)
      const enough = mined() + repeated(60, 200)
      const isWatched = () => seen.every(({ head }) => head !== undefined)
      await until(() => {
        for (const { failure } of seen) expect(failure).toBeUndefined()
        return mined() >= enough && isWatched()
      })
      await group.stop('SIGKILL')
      await Promise.all(watched)
      group = await startGroup(...args)
      for (const each of seen) await each.check(group)
      for (const each of seen) each.failure = undefined
    }
    await group.stop('SIGTERM')
  },
)

it('answers for the other endpoints while a worker is stopped, and replaces it', async () => {
  const group = await startGroup('--workers', '2', '--any-key')
  const [own, others] = [url(group, keyOf(0, 'hangs')), url(group, keyOf(1, 'answers'))]
  for (const each of [own, others]) await callMethod(each, 'evm_mine')
  const { workers } = await healthOf(group)
  const pid = workers[0]?.pid as number
  process.kill(pid, 'SIGSTOP')
  const waiting = Promise.allSettled([callMethod(own, 'eth_blockNumber')])
  const metrics = `http://${group.address}/metrics`
  // Each on a connection of its own, while the stopped one does not answer.
  while ((await healthOf(group)).workers[0]?.pid !== null) {}
  for (let count = 0; count < 20; count++) await callMethod(others, 'evm_mine')
  expect((await fetch(metrics, { headers: { connection: 'close' } })).status).toBe(200)
  expect(await callMethod(others, 'eth_blockNumber')).toBe('0x1b')
  await until(async () => (await healthOf(group)).status === 'ok')
  await waiting
  expect((await healthOf(group)).workers[0]?.pid).not.toBe(pid)
  expect(await callMethod(own, 'eth_blockNumber')).toBe('0x7')
  await group.stop('SIGTERM')
})
