import { expect, it } from 'vitest'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import { createStackReader } from '../../src/server/createStackReader.ts'
import { ArtifactIndex } from '../../src/solidity/artifactIndex.ts'
import type { CallRunner } from '../../src/threads/calls/callRunner.ts'

it('looks into so many failures at once, and into others once these are done', async () => {
  const waiting: ((error: Error) => void)[] = []
  const run = () => new Promise((_, reject) => waiting.push(reject))
  const calls = { gasCap: 0n, timeoutMs: 0, run } as unknown as CallRunner
  const stackOf = createStackReader(calls, new ArtifactIndex([]))
  const block = { hash: '0x1', parentHash: '0x0' }
  const chain = {
    tree: { byHash: () => block },
    children: { counts: () => false, retainCandidate: () => false },
  }
  const fail = () => stackOf({ chain } as unknown as Endpoint, { block, input: {} } as never)
  const first = Array.from({ length: 256 }, fail)
  expect(await fail()).toEqual([])
  expect(waiting).toHaveLength(256)
  for (const reject of waiting.splice(0)) reject(new Error('it takes too long'))
  expect(await Promise.all(first)).toEqual(first.map(() => []))
  void fail()
  expect(waiting).toHaveLength(1)
})
