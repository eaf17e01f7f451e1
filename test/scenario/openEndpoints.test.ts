import { expect, test } from 'vitest'
import { openEndpoints } from '../../src/scenario/openEndpoints.ts'
import { ScenarioEndpoints } from '../../src/scenario/scenarioEndpoints.ts'
import { serveForTests } from '../support/serving.ts'

const { server, chain } = await serveForTests({ seed: 'open', blocks: 6 })

test('opens the endpoints of a scenario under other keys, which lag and pools name, too', async () => {
  const endpoints = [
    { key: 'a', head: 4 },
    { key: 'b', lag: { behind: 'a', blocks: 1 } },
    { key: 'p', pool: { of: ['a', 'b'] } },
  ]
  const opened = await openEndpoints(
    server,
    new Map([[undefined, chain]]),
    endpoints,
    (key) => `run7.${key}`,
  )
  expect([...opened].map(([key, served]) => [key, served.key])).toEqual([
    ['a', 'run7.a'],
    ['b', 'run7.b'],
    ['p', 'run7.p'],
  ])
  const a = opened.get('a')
  expect([a?.head.number, opened.get('b')?.head.number]).toEqual([4, 3])
  expect(a?.truth().map(({ header }) => header.number)).toEqual([0, 1, 2, 3, 4])
  const asked = await opened.get('p')?.request({ method: 'eth_blockNumber' })
  expect(['0x3', '0x4']).toContain(asked)

  const played = new ScenarioEndpoints(opened, 'open')
  await played.perform({ name: 'lag', what: { behind: 'a', blocks: 2 }, endpoint: 'b' })
  expect(opened.get('b')?.head.number).toBe(2)
})
