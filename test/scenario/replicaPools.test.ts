import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { playScenario } from '../../src/playScenario.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../scenarios/${name}.yaml`, import.meta.url))

async function play(name: string) {
  const scenario = await playScenario(fileOf(name), { port: 0, methods: 'all' })
  const provider = scenario.endpoints.get('provider') as ServedEndpoint
  return { scenario, provider }
}

interface Block {
  readonly hash: string
  readonly transactions: readonly string[]
}

interface Receipt {
  readonly blockHash: string
  readonly transactionHash: string
}

test('a client that asks by number gets the block of one node and the receipts of another', async () => {
  const { scenario, provider } = await play('mixed-branches')
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  let isOver = false
  void scenario.finished.then(() => {
    isOver = true
  })
  const pairs: boolean[] = []
  while (!isOver) {
    const number = ['0x8', '0x9', '0xa'][pairs.length % 3]
    const block = (await ask('eth_getBlockByNumber', number, false)) as Block
    const receipts = (await ask('eth_getBlockReceipts', number)) as Receipt[]
    pairs.push(receipts.every(({ blockHash }) => blockHash === block.hash))
    const byHash = (await ask('eth_getBlockReceipts', block.hash)) as Receipt[]
    expect(byHash.map(({ transactionHash }) => transactionHash)).toEqual(block.transactions)
  }
  expect(pairs).toContain(false)
  await scenario.finished
  const head = scenario.truth().at(-1)
  expect(scenario.endpoints.get('node-b')?.head.hash).toBe(head?.hash)
  await scenario.close()
})

test('a filter is lost at the other node, and the same polls lose it in each run', async () => {
  const runs: string[][] = []
  for (let run = 0; run < 2; run++) {
    const { scenario, provider } = await play('lost-filter')
    const id = await provider.request({ method: 'eth_newBlockFilter' })
    const outcomes: string[] = []
    for (let poll = 0; poll < 12; poll++) {
      outcomes.push(
        await provider.request({ method: 'eth_getFilterChanges', params: [id] }).then(
          () => 'changes',
          (error: Error) => error.message,
        ),
      )
    }
    await scenario.finished
    await scenario.close()
    runs.push(outcomes)
  }
  expect(new Set(runs[0])).toEqual(new Set(['changes', 'filter not found']))
  expect(runs[1]).toEqual(runs[0])
})
