import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, Transaction } from '../../../src/chain/encoding/block.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { killRemaining, runCli, startCli } from '../../support/runCli.ts'
import { runCliInProcess } from '../../support/runCliInProcess.ts'

let network: Chain
let node: Server
beforeAll(async () => {
  network = await createChain({ seed: 'anvil fork', blocks: 40, preset: 'latest', chainId: 4242 })
  node = await serve(network, { port: 0 })
})
afterAll(async () => {
  killRemaining()
  await node.close()
})

async function start(...args: string[]) {
  const all = ['-p', '0', '-f', node.url, ...args]
  const cli = await startCli(all, /^Listening on /, {}, 'dist/anvil.js')
  const transport = http(`http://${/^Listening on (.*)$/m.exec(cli.announced)?.[1]}`)
  return { cli, client: createPublicClient({ transport }) }
}

describe('ommer anvil on a fork', () => {
  it('is of the newest block by default, as in Anvil', async () => {
    const { cli, client } = await start()
    expect(await client.getBlockNumber()).toBe(40n)
    await cli.stop('SIGTERM')
  })

  it('counts a negative number back from the newest block, as Anvil', async () => {
    const { cli, client } = await start('--fork-block-number', '-3')
    expect(await client.getBlockNumber()).toBe(37n)
    await cli.stop('SIGTERM')
  })

  it('has the chain id of the network, and the default accounts', async () => {
    const { cli, client } = await start('--fork-block-number', '30')
    expect(cli.announced).toContain(
      `Fork\n==================\n\nEndpoint:       ${new URL(node.url).origin}/***\nBlock number:   30\n`,
    )
    expect(await client.getChainId()).toBe(4242)
    expect(await client.getBlockNumber()).toBe(30n)
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(cli.announced).toContain(`(0) ${address} (10000.${'0'.repeat(18)} ETH)\n`)
    expect(await client.getBalance({ address })).toBe(10n ** 22n)
    const { stderr } = await cli.stop('SIGTERM')
    expect(stderr).toBe('')
  })

  it('takes what Anvil says of the network', async () => {
    const more = '--fork-chain-id 4242 --chain-id 77 --retries 1 --timeout 9000 --balance 3'
    const ignored = '--compute-units-per-second 100 --no-rate-limit --no-storage-caching'
    const { cli, client } = await start(
      ...`--fork-retry-backoff 10 ${more} ${ignored}`.split(' '),
      '--fork-header',
      'x-test: 1',
      '--fork-url',
      `${node.url}@20`,
    )
    expect(await client.getChainId()).toBe(77)
    expect(await client.getBlockNumber()).toBe(20n)
    const { stderr } = await cli.stop('SIGTERM')
    expect(stderr.match(/^note: .*$/gm)).toEqual([
      'note: --compute-units-per-second: requests to the network are slowed down when its node asks for that, and not before',
      'note: --no-rate-limit: requests to the network are slowed down when its node asks for that, and not before',
      'note: --no-storage-caching: what was read of the network is kept in memory alone',
    ])
  })

  it('goes on after a transaction', async () => {
    const { transactions } = network.blockByNumber(35) as Block
    const { hash } = transactions.at(-1) as Transaction
    const { client, cli } = await start('--fork-transaction-hash', hash)
    expect(await client.getBlockNumber()).toBe(35n)
    const { blockHash, ...receipt } = await client.getTransactionReceipt({ hash })
    const expected = await createPublicClient({ transport: http(node.url) }).getTransactionReceipt({
      hash,
    })
    expect(receipt.cumulativeGasUsed).toBe(expected.cumulativeGasUsed)
    expect(receipt.logs.length).toBe(expected.logs.length)
    await cli.stop('SIGTERM')
  })

  it.each([
    [['--fork-block-number', '999'], '--fork-block-number: the node has no block 999'],
    [
      ['--fork-block-number', '-41'],
      '--fork-block-number: the node has no block -41: latest is 40',
    ],
    [['--fork-chain-id', '1'], '--fork-chain-id: the network has chain id 4242, not 1'],
    [
      ['--fork-transaction-hash', '0x12'],
      "--fork-transaction-hash: '0x12' is not the hash of a transaction",
    ],
    [
      ['--fork-transaction-hash', `0x${'12'.repeat(32)}`],
      `--fork-transaction-hash: no block of the network has 0x${'12'.repeat(32)}`,
    ],
    [
      ['--fork-transaction-hash', `0x${'12'.repeat(32)}`, '--fork-block-number', '3'],
      '--fork-transaction-hash: it cannot be combined with block',
    ],
    [['--timeout', '0'], '--timeout: 0 is not a whole number from 1'],
  ])('says which option is wrong: %j', async (args, problem) => {
    const { code, stderr } = await runCli(['anvil', '-f', node.url, '-p', '0', ...args])
    expect(code).toBe(1)
    expect(stderr).toContain(`error: ${problem}`)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })

  it('repeats no transaction with another chain id', async () => {
    const { hash = '' } = network.blockByNumber(35)?.transactions.at(-1) ?? {}
    const args = ['--fork-transaction-hash', hash, '--chain-id', '77']
    const { code, stderr } = await runCli(['anvil', '-f', node.url, '-p', '0', ...args])
    expect([code, stderr]).toEqual([
      1,
      'error: --fork-transaction-hash: it is of chain 4242, and cannot be repeated with another chain id\n',
    ])
  })

  it('refuses what contradicts itself, or is none', async () => {
    const url = 'http://127.0.0.1:1'
    for (const [args, problem] of [
      [
        ['-f', `${url}@20`, '--fork-block-number', '21'],
        '--fork-block-number: it is 21, but --fork-url names 20',
      ],
      [['-f', `${url}@xyz`], "--fork-url: after @, want the number of a block, not 'xyz'"],
      [['-f', ''], "--fork-url: '' is not a URL such as http://127.0.0.1:8545"],
      [
        ['-f', url, '--fork-header', 'a: 1\r\nb: 2'],
        "--fork-header: want 'Name: value' on one line",
      ],
      [['-f', url, '--fork-header', 'a: 1\n'], "--fork-header: want 'Name: value' on one line"],
    ] as const) {
      const { code, stderr } = await runCliInProcess(['anvil', '-p', '0', ...args])
      expect([code, stderr]).toEqual([1, `error: ${problem}\n`])
    }
  })

  it.each(['--timeout=5', '--retries=5', '--fork-block-number=1', '--no-rate-limit'])(
    'refuses %s without --fork-url',
    async (option) => {
      const { code, stderr } = await runCliInProcess(['anvil', option])
      expect(code).toBe(1)
      expect(stderr).toBe(`error: ${option.split('=')[0]}: it needs --fork-url\n`)
    },
  )
})
