import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { until } from '../support/until.ts'
import { type Group, healthOf, keyOf, startServerIn } from '../support/workers/runningGroup.ts'

afterAll(killRemaining)

const folder = temporaryFolder()
const spec = { seed: 'grown', preset: 'pow', blocks: 2 } as const

it('is built by one worker, and then by its successor, as by one process', async () => {
  const key = keyOf(1)
  const group = await startServerIn(
    { NODE_V8_COVERAGE: folder },
    '--seed',
    spec.seed,
    '--preset',
    spec.preset,
    '--blocks',
    String(spec.blocks),
    '--workers',
    '2',
    '--block-time',
    '0.05',
    '--api-key',
    key,
  )
  // What the first one has built until the second one has started, that one builds, too.
  let start = 0
  await until(async () => {
    const [builder, other] = await headsOf(group)
    start = other as number
    return builder === other
  })
  await untilHead(group, start + 8)
  const [killed, other] = await workersOf(group)
  process.kill(killed?.pid as number, 'SIGKILL')
  const before = (await headsOf(group))[1] as number
  await untilHead(group, before + 8)
  const [successor] = await workersOf(group)

  const whole = await createChain({ ...spec, blocks: before + 8 })
  const url = `http://${group.address}/v3/${key}`
  for (let number = 0; number <= whole.tree.head.number; number++) {
    const at = `0x${number.toString(16)}`
    const block = await callMethod<{ hash: string }>(url, 'eth_getBlockByNumber', at, false)
    expect(block.hash).toBe(whole.tree.byNumber(number)?.hash)
  }
  const { address } = whole.accounts[0] as { address: string }
  const latest = `0x${whole.tree.head.number.toString(16)}`
  const account = await whole.account(address as '0x')
  expect(BigInt(await callMethod(url, 'eth_getBalance', address, latest))).toBe(account.balance)

  await group.stop('SIGTERM')
  expect(builtBy(other?.pid)).toBeLessThanOrEqual(start - spec.blocks)
  expect(builtBy(successor?.pid)).toBeGreaterThanOrEqual(before + 8 - spec.blocks)
})

async function workersOf(group: Group) {
  return (await healthOf(group)).workers
}

/** By worker, while none of them is being started. */
async function headsOf(group: Group): Promise<(number | null)[]> {
  return (await workersOf(group)).map(({ head }) => head)
}

/** Waits until the chain of the second worker has a height. */
async function untilHead(group: Group, number: number): Promise<void> {
  await until(async () => ((await headsOf(group))[1] ?? 0) >= number)
}

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

/** How many blocks of the main branch a process has built: how often it has drawn which uncles they have. */
function builtBy(pid: number | undefined): number {
  const file = readdirSync(folder).find((name) => name.startsWith(`coverage-${pid}-`)) as string
  const { result }: Coverage = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const functions = result.flatMap((script) => script.functions)
  const drawing = functions.filter(({ functionName }) => functionName === 'drawUncleDepths')
  return drawing.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
}
