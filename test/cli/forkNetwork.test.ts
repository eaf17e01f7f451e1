import { afterEach, expect, it, vi } from 'vitest'
import { forkNetwork } from '../../src/cli/forkNetwork.ts'
import { startFaultyNode } from '../support/faultyNode.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('says after three seconds which node the start waits for, without its key', async () => {
  const node = await startFaultyNode('http://127.0.0.1:1')
  const asked = new Promise<void>((resolve) => {
    node.fault = () => {
      resolve()
      return 'silence'
    }
  })
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  const fork = forkNetwork({ forkUrl: [`${node.url}secret-key`] }, stop.signal)
  await asked
  vi.advanceTimersByTime(2999)
  expect(written).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(written.mock.calls).toEqual([[`waiting for ${node.url}*** ...\n`]])
  stop.abort()
  expect(await fork).toBeUndefined()
  vi.useRealTimers()
  await node.close()
})
