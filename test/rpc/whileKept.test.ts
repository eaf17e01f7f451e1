import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain, type Server, serve } from '../../src/index.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CODE = `0x${'c0'.repeat(20)}`

/** Code that turns a loop, and then returns the hash of the block before that of the call. */
function hashAfter(steps: number): string {
  const count = steps.toString(16).padStart(8, '0')
  return `0x63${count}5b6001900380600557600143034060005260206000f3`
}

let server: Server
beforeAll(async () => {
  const chain = await createChain({ seed: 'kept', mnemonic: MNEMONIC, blocks: 4 })
  server = await serve(chain, { port: 0, dev: true, anyKey: true, limits: { undoneBytes: 1 } })
})
afterAll(() => server.close())

describe('a call whose block is undone before it ends', () => {
  it.each([
    ['in the main thread', 1],
    ['in a worker thread', 400_000],
  ])('reads the hashes of ancestors %s', async (_, steps) => {
    for (const tag of ['latest', 'pending', 'hash'] as const) {
      const one = server.endpoint(`${steps}-${tag}`)
      const ask = (method: string, ...params: unknown[]) => one.request({ method, params })
      await one.mine(2, { secondsBetween: 31 })
      const [base, before, last] = await Promise.all(
        ['0x4', '0x5', '0x6'].map(async (number) => {
          const block = await ask('eth_getBlockByNumber', number, false)
          return (block as { hash: string }).hash
        }),
      )
      const block = tag === 'hash' ? { blockHash: last } : tag
      const code = { [CODE]: { code: hashAfter(steps) } }
      const answer = ask('eth_call', { to: CODE, gas: '0x2faf080' }, block, code)
      await one.rollback(2)
      // The pending block may be that after the rollback.
      expect(tag === 'pending' ? [last, base] : [before], tag).toContain(await answer)
      expect(await ask('eth_getBlockByHash', last, false), tag).toBeNull()
    }
  })

  it('has its state, whatever reads it', async () => {
    const calls = [
      ['eth_getBalance', ALICE, 'pending'],
      ['eth_getProof', ALICE, [], 'latest'],
      ['eth_estimateGas', { from: ALICE, to: ALICE, value: '0x1' }],
      ['eth_createAccessList', { from: ALICE, to: ALICE }, 'pending'],
      ['eth_simulateV1', { blockStateCalls: [{ calls: [{ from: ALICE, to: ALICE }] }, {}] }],
      ['eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' }],
      ['eth_feeHistory', '0x6', 'latest', [10, 90]],
      ['debug_traceCall', { from: ALICE, to: ALICE }, 'latest', {}],
      ['debug_traceBlockByNumber', 'latest', {}],
      ['debug_traceBlockByHash', 'HASH', {}],
      ['trace_block', 'latest'],
      ['trace_replayBlockTransactions', 'latest', ['trace', 'stateDiff']],
      ['trace_filter', { fromBlock: '0x1', toBlock: 'latest' }],
    ] as const
    for (const [method, ...given] of calls) {
      const one = server.endpoint(method)
      const ask = (method: string, ...params: unknown[]) => one.request({ method, params })
      for (let sent = 0; sent < 2; sent++) {
        await ask('eth_sendTransaction', { from: ALICE, to: ALICE, value: '0x1' })
      }
      const { hash } = one.head
      const params = given.map((each) => (each === 'HASH' ? hash : each))
      const right = await ask(method, ...params)
      const answer = ask(method, ...params)
      await one.rollback(2)
      expect(await answer, method).toEqual(right)
      expect(await ask('eth_getBlockByHash', hash, false), method).toBeNull()
    }
  })
})
