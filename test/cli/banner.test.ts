import { expect, it } from 'vitest'
import { banner } from '../../src/cli/banner.ts'
import { playScenario } from '../../src/playScenario.ts'
import type { ScenarioEndpoint } from '../../src/scenario/scenario.ts'
import type { Step } from '../../src/scenario/step.ts'

it.each<[string, Partial<ScenarioEndpoint>, Step[]]>([
  ['where the chain ends', {}, []],
  ['behind that', { head: 2 }, []],
  ['beyond it', {}, [{ mine: 2 }]],
  ['on another branch', {}, [{ reorg: { depth: 7, length: 9 } }]],
])('shows a head %s, and an existing block', async (_where, endpoint, steps) => {
  const spec = { preset: 'pow', blocks: 8 } as const
  const endpoints = [{ key: 'a', ...endpoint }]
  const playing = await playScenario({ spec, endpoints, steps }, { port: 0 })
  const { chain, server } = playing
  const text = banner(chain, server)
  expect(text).toContain(`  Head       ${server.head.number} ${server.head.hash}\n`)
  const [, what, request] = /^Try it, (.*):\n.* -d '(.*)'$/m.exec(text) ?? []
  const block = await server.request(JSON.parse(request as string))
  if (what === 'the head of the chain') expect(block).toMatchObject({ hash: server.head.hash })
  else expect(block).toMatchObject({ uncles: [expect.any(String)] })
  await playing.close()
})

it('shows the addresses of all endpoints', async () => {
  const endpoints = [{ key: 'a' }, { key: 'b' }]
  const playing = await playScenario(
    { spec: { preset: 'pow', blocks: 1 }, endpoints, steps: [] },
    { port: 0 },
  )
  const { chain, server } = playing
  const text = banner(chain, server, { endpoints: [...playing.endpoints.values()] })
  expect(text).not.toContain('Dev')
  expect(banner(chain, server, { hasDev: true })).toMatch(
    /^ {2}Dev {8}moves are on, such as evm_mine/m,
  )
  const other = server.endpoint('b')
  expect(text).toContain(`  Also       ${other.url}\n             ${other.wsUrl}\n`)
  await playing.close()
})
