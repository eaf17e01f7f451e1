import { describe, expect, it } from 'vitest'
import { serveForTests } from '../support/serving.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CODE = `0x${'c0'.repeat(20)}`

/** Code that turns a loop, and then returns the hash of the block before that of the call. */
function hashAfter(steps: number): string {
  const count = steps.toString(16).padStart(8, '0')
  return `0x63${count}5b6001900380600557600143034060005260206000f3`
}

const { server } = await serveForTests(
  { seed: 'kept', mnemonic: MNEMONIC, blocks: 4 },
  { dev: true, anyKey: true, limits: { undoneBytes: 1 } },
)

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

  it('has code that was set by hand, or is only pending', async () => {
    // Waits in a loop, and then returns the size of the code of an account.
    const sizeOf = (account: string) =>
      `0x63000493e05b6001900380600557 73${account.slice(2)}3b60005260206000f3`.replace(' ', '')
    for (const tag of ['latest', 'pending'] as const) {
      const one = server.endpoint(`code-${tag}`)
      const ask = (method: string, ...params: unknown[]) => one.request({ method, params })
      const id = await ask('evm_snapshot')
      let account = `0x${'c1'.repeat(20)}`
      if (tag === 'latest') await ask('hardhat_setCode', account, '0x60016002')
      else {
        await ask('evm_setAutomine', false)
        const data = '0x6360016002600052 6004601cf3'.replace(' ', '')
        const hash = await ask('eth_sendTransaction', { from: ALICE, data, gas: '0xf4240' })
        const sent = (await ask('eth_getTransactionByHash', hash)) as { nonce: string }
        expect(sent.nonce).toBe('0x0')
        account = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
      }
      const code = { [CODE]: { code: sizeOf(account) } }
      const size = () => ask('eth_call', { to: CODE, gas: '0x2faf080' }, tag, code)
      const answer = size()
      if (tag === 'pending') {
        await ask('eth_getBlockByNumber', 'pending', false)
        await ask('evm_revert', id)
        for (let nonce = 0; nonce < 6; nonce++) {
          const to = { from: ALICE, to: ALICE, value: `0x${nonce}` }
          await ask('eth_sendTransaction', to)
          await ask('eth_getBlockByNumber', 'pending', false)
        }
      } else await ask('evm_revert', id)
      expect(await answer, tag).toBe(`0x${'4'.padStart(64, '0')}`)
      expect(await ask('eth_getCode', account, 'latest')).toBe('0x')
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
