import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { serve } from '../../src/serve.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request } from '../support/transports.ts'

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TO = `0x${'7'.repeat(40)}`

const CONSOLE = '000000000000000000636f6e736f6c652e6c6f67'
/** Deploys nothing, and calls `console.log(7)`. */
const PRINTS = `0x63f82c50f160e01b6000526007600452600060006024600073${CONSOLE}5afa00`
/** Reverts with `Empty()` of the ABI below. */
const REVERTS = '0x633db2a12a60e01b60005260046000fd'
/** Reverts with `Error(string)` of the bytes of the sequence that clears the screen. */
const REVERTS_WITH_ESCAPE = revertingWith(
  `08c379a0${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'1b5b324a'.padEnd(64, '0')}`,
)
const abi = parseAbi(['error Empty()'])

/** Code that reverts with 100 bytes, which follow it. */
function revertingWith(data: string): string {
  return `0x6064600c60003960646000fd${data}`
}

const artifacts = temporaryFolder()
writeFileSync(join(artifacts, 'Box.json'), JSON.stringify({ abi }))

let server: Server
let written = ''

afterEach(() => server.close())

async function start(options: ServeOptions = {}) {
  const chain = await createChain({
    preset: 'latest',
    blocks: 0,
    mnemonic: 'test test test test test test test test test test test junk',
  })
  written = ''
  const stream = { write: (text: string) => (written += text) }
  server = await serve(chain, { port: 0, dev: true, terminal: { stream }, artifacts, ...options })
}

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const response = await post(server.url, request(method, params))
  const { result, error } = (await response.json()) as Record<'result' | 'error', unknown>
  return error ?? result
}

/** What was written since the last time, without hashes. */
function told(): string {
  const text = written.replaceAll(/0x[\da-f]{64}/g, '0xHASH')
  written = ''
  return text
}

/** The same, once a failure and what has led to it are written. */
async function toldOfFailure(): Promise<string> {
  await vi.waitFor(() => expect(written).toContain('Error: '), 60_000)
  return told()
}

describe('the terminal', () => {
  it('tells of transactions under the method that has sent them', async () => {
    await start()
    await ask('eth_sendTransaction', { from: FROM, to: TO, value: '0x14d1120d7b160000' })
    expect(told()).toBe(
      [
        'eth_sendTransaction',
        '  0xHASH  in block 1',
        `  from ${FROM} to ${TO}`,
        '  value 1.5 ether, gas 21,000 of 21,000',
        '',
      ].join('\n'),
    )
    await ask('eth_sendTransaction', { from: FROM, gas: '0x30d40', data: REVERTS })
    expect(await toldOfFailure()).toContain('  gas 53,')
    await ask('eth_getBlockByNumber', 'latest', false)
    expect(told()).toBe('')
  })

  it('says from which block of a network an endpoint goes on, and not what happened there', async () => {
    const network = await serve(await createChain({ preset: 'latest', blocks: 12 }), { port: 0 })
    onTestFinished(() => network.close())
    const stream = { write: (text: string) => (written += text) }
    const chain = await createFork({ rpc: network.url, block: 10 })
    server = await serve(chain, { port: 0, dev: true, terminal: { stream } })
    told()
    for (const blockNumber of [11, 10]) {
      await ask('hardhat_reset', { forking: { blockNumber } })
      const line = `  goes on from block ${blockNumber} of ${new URL(network.url).origin}/***  0xHASH`
      expect(told()).toBe(`hardhat_reset [{"forking":{"blockNumber":${blockNumber}}}]\n${line}\n`)
    }
    await ask('evm_mine')
    await ask('hardhat_reset')
    expect(told()).toMatch(/block 11 .*\nhardhat_reset\n {2}undone: 1 block\n$/)
  })

  it('says why a transaction has failed, and what it has printed', async () => {
    await start()
    await ask('eth_sendTransaction', { from: FROM, gas: '0x30d40', data: REVERTS })
    expect(await toldOfFailure()).toContain('  Error: reverted with Box.Empty()\n')
    await ask('eth_sendTransaction', { from: FROM, gas: '0x30d40', data: PRINTS })
    expect(told()).toMatch(/creates a contract at 0x[\da-f]{40}\n.*\n {2}console.log:\n {4}7\n$/)
  })

  it('says what a call has printed, and why it has failed', async () => {
    await start()
    await ask('eth_call', { from: FROM, data: PRINTS }, 'latest')
    expect(told()).toBe('eth_call\n  console.log:\n    7\n')
    await ask('eth_call', { to: TO, data: '0xa9059cbb', gas: '0x1' }, 'latest')
    expect(await toldOfFailure()).toBe(
      `eth_call\n  to ${TO}  token.transfer(address,uint256)\n  Error: err: intrinsic gas too low: have 1, want 21064 (supplied gas 1)\n`,
    )
    await ask('eth_call', { data: REVERTS }, 'latest')
    expect(await toldOfFailure()).toBe('eth_call\n  Error: reverted with Box.Empty()\n')
    await ask('eth_nothing')
    await ask('eth_nothing')
    await ask('evm_increaseTime', 10)
    expect(told()).toMatch(
      /^eth_nothing\n {2}Error: .*\n {2}repeated once\nevm_increaseTime \[10\]\n$/,
    )
  })

  it('tells of moves with the blocks that they mine and undo', async () => {
    await start({ automine: false })
    await ask('eth_sendTransaction', { from: FROM, to: TO })
    expect(told()).toBe('eth_sendTransaction  0xHASH waits in the pool\n')
    await ask('evm_mine')
    expect(told()).toMatch(/^evm_mine\n {2}0xHASH {2}in block 1\n/)
    await ask('ommer_reorg', { depth: 1, length: 2 })
    const reorg = told()
    expect(reorg).toMatch(/^ommer_reorg \[\{"depth":1,"length":2\}\]\n {2}undone: 1 block\n/)
    expect(reorg).toMatch(/ {2}block 2 {2}0xHASH, no transactions\n$/)
  })

  it('names other endpoints', async () => {
    await start()
    const other = server.endpoint('other-endpoint')
    await other.mine(1)
    await server.close()
    expect(told()).toMatch(/^\[ot…\]\n {2}block 1 {2}0xHASH, no transactions\n$/)
  })

  it('is turned off and on by the methods of Anvil and Hardhat', async () => {
    await start()
    expect(await ask('anvil_setLoggingEnabled', false)).toBeNull()
    await ask('evm_mine')
    expect(told()).toBe('')
    expect(await ask('hardhat_setLoggingEnabled', true)).toBe(true)
    await ask('evm_mine')
    expect(told()).toMatch(/^evm_mine\n {2}block 2 /)
    expect(await ask('hardhat_setLoggingEnabled', 'yes')).toMatchObject({ code: -32602 })
  })

  it('writes no escape sequences of clients, and only the beginning of what they send', async () => {
    await start()
    await ask('\u001b[2J')
    await ask('eth_call', { to: `0x\u001b[2J${'x'.repeat(5000)}` }, 'latest')
    await ask('eth_call', { data: REVERTS_WITH_ESCAPE }, 'latest')
    await vi.waitFor(() => expect(written).toContain('reverted: '), 60_000)
    const text = told()
    expect(text).not.toContain('\u001b')
    expect(text).toContain('  Error: reverted: ?[2J\n')
    expect(text.length).toBeLessThan(5000)
  })

  it('shows the first blocks of many', async () => {
    await start()
    await ask('anvil_mine', '0x3e8')
    const text = told()
    expect(text.split('\n')).toHaveLength(13)
    expect(text).toMatch(/^anvil_mine \["0x3e8"\]\n[\s\S]* {2}and 990 more, up to block 1000\n$/)
  })

  it('writes no escape sequences that contracts print', async () => {
    await start()
    const word = (hex: string) => hex.padStart(64, '0')
    // log(string) with the bytes of the sequence that clears the screen
    const input = `41304fac${word('20')}${word('4')}${'1b5b324a'.padEnd(64, '0')}`
    // It copies its input from the end of the code, and calls the console with it.
    const code = `0x60646027600039600060006064600073${CONSOLE}5afa00${input}`
    await ask('eth_call', { from: FROM, data: code }, 'latest')
    expect(told()).toBe('eth_call\n  console.log:\n    ?[2J\n')
  })
})
