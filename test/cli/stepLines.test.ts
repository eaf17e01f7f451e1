import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StepLines } from '../../src/cli/stepLines.ts'
import { playScenario } from '../../src/playScenario.ts'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    printed += text
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
    done?.()
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('says once for each step what a wait is for, and what was received instead', async () => {
  const lines = new StepLines()
  const run = await playScenario(
    {
      spec: { preset: 'latest', blocks: 2 },
      steps: [
        { waitFor: { method: 'eth_getLogs', block: 'head', calls: 2 } },
        { waitFor: { method: 'eth_gasPrice' } },
      ],
    },
    { port: 0, onStep: lines.add },
  )
  // The scenario itself waits for the event loop.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lines.show(run)
  vi.advanceTimersByTime(4999)
  expect(printed).toBe('')
  vi.advanceTimersByTime(60_000)
  expect(printed).toBe(
    'Step 1 of 2 still waits for 2 calls for block 2; received so far: no calls\n',
  )
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: 'latest' }] }
  await run.server.request(logs)
  await run.server.request(logs)
  await vi.waitUntil(() => run.waitingFor?.methods?.includes('eth_gasPrice'))
  vi.advanceTimersByTime(60_000)
  expect(printed.split('\n').slice(1)).toEqual([
    'Step 1 of 2 is done: wait until the client has asked 2 times `eth_getLogs` for the head',
    'Step 2 of 2 still waits for a call; received so far: eth_getLogs 2 times',
    '',
  ])
  await run.server.request({ method: 'eth_gasPrice' })
  await run.finished
  vi.advanceTimersByTime(60_000)
  expect(printed.split('\n').slice(3)).toEqual([
    'Step 2 of 2 is done: wait until the client has asked `eth_gasPrice`',
    '',
  ])
  lines.stop()
  await run.close()
})
