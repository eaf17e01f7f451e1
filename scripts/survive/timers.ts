import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ChainServer } from '../../test/support/faults/chainServer.ts'

/** How many endpoints mine by timer, and how often, in milliseconds. */
const ENDPOINTS = 300
const INTERVAL_MS = 61

/** Others keep at least half of the main thread, and wait for the block in progress: more than this is a fault. */
const RATIO_MAX = 5

/** How much longer another client waits while the timers mine than before, on average. */
export interface BesideTimers {
  readonly readRatio: number
  readonly sendRatio: number
  /** how many blocks one of the endpoints has mined meanwhile */
  readonly mined: number
}

/** @param seconds how long each of four measurements takes */
export async function measureBesideTimers(seconds: number): Promise<BesideTimers> {
  const server = await ChainServer.start({ built: true, dev: true, anyKey: true })
  const agent = new Agent({ keepAlive: true })
  const call = <Result>(key: string, method: string, ...params: unknown[]): Promise<Result> =>
    callOver(agent, server.url.replace(/[^/]*$/, key), method, params)
  try {
    const [from, to] = await call<string[]>('victim', 'eth_accounts')
    const read = () => call('victim', 'eth_getBlockByNumber', 'latest', false)
    const send = () => call('victim', 'eth_sendTransaction', { from, to, value: '0x1' })
    for (const act of [read, send]) await meanMs(act, seconds)
    const alone = [await meanMs(read, seconds), await meanMs(send, seconds)] as const
    for (let index = 0; index < ENDPOINTS; index++) {
      await call(`miner-${index}`, 'evm_setIntervalMining', INTERVAL_MS)
    }
    const height = async () => Number(await call<string>('miner-0', 'eth_blockNumber'))
    const before = await height()
    const beside = [await meanMs(read, seconds), await meanMs(send, seconds)] as const
    return {
      readRatio: beside[0] / alone[0],
      sendRatio: beside[1] / alone[1],
      mined: (await height()) - before,
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** @returns what is wrong with the figures; an empty text if nothing is */
export function verdictBesideTimers({ readRatio, sendRatio, mined }: BesideTimers): string {
  if (mined === 0) return 'the timers have mined nothing'
  return Math.max(readRatio, sendRatio) > RATIO_MAX ? `above ${RATIO_MAX} times` : ''
}

/** The mean duration of one call after another. */
async function meanMs(act: () => Promise<unknown>, seconds: number): Promise<number> {
  const began = performance.now()
  let count = 0
  do {
    await act()
    count++
  } while (performance.now() - began < seconds * 1000)
  return (performance.now() - began) / count
}

async function callOver<Result>(
  agent: Agent,
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const headers = { 'content-type': 'application/json' }
  const sent = request(url, { method: 'POST', agent, headers })
  const answer = new Promise<string>((resolve, reject) => {
    sent.on('response', (response) => text(response).then(resolve, reject))
    sent.on('error', reject)
  })
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const { result, error } = JSON.parse(await answer)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
