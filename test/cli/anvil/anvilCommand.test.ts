import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, it } from 'vitest'
import { optionsElsewhere } from '../../../src/cli/otherTools.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { killRemaining, runCli, startCli } from '../../support/runCli.ts'
import { runCliInProcess } from '../../support/runCliInProcess.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

/** Of `anvil --help` 1.7.1, with the aliases that it names. */
const namesAtAnvil =
  '-a --accounts -b --block-time --blockTime --balance --config-out --derivation-path --dump-state --hardfork --init --ipc --ipcpath -j --threads --jobs --load-state -m --mnemonic --max-persisted-states --max-transactions --mixed-mining --mnemonic-random --mnemonic-seed-unsafe --no-mining --no-mine --number --order -p --port --preserve-historical-states --prune-history -s --state-interval --slots-in-an-epoch --state --timestamp --transaction-block-keeper --color --json --md -q --quiet -v --verbosity --allow-origin --cache-path --host --no-cors --no-request-size-limit --compute-units-per-second -f --fork-url --rpc-url --fork-block-number --fork-chain-id --fork-header --fork-retry-backoff --fork-transaction-hash --no-rate-limit --no-rpc-rate-limit --no-storage-caching --retries --timeout --block-base-fee-per-gas --base-fee --chain-id --code-size-limit --disable-block-gas-limit --disable-code-size-limit --disable-min-priority-fee --no-priority-fee --enable-tx-gas-limit --tx-gas-limit --gas-limit --gas-price --auto-impersonate --auto-unlock --disable-console-log --no-console-log --disable-default-create2-deployer --no-create2 --disable-pool-balance-checks --memory-limit --print-traces --enable-trace-printing --steps-tracing --tracing --celo -n --network'.split(
    ' ',
  )

const command = createProgram().commands.find((each) => each.name() === 'anvil')
const taken = new Set(command?.options.flatMap(({ short, long }) => [short, long]))

/** Starts `ommer-anvil`, and reads its output as alloy's node bindings do. */
async function start(...args: string[]) {
  const cli = await startCli(['-p', '0', ...args], /^Listening on /, {}, 'dist/anvil.js')
  const lines = cli.announced.split('\n')
  const below = (title: string) => lines.slice(lines.indexOf(title) + 3)
  const keys = below('Private Keys').slice(0, below('Private Keys').indexOf(''))
  return {
    cli,
    url: `http://${/^Listening on (.*)$/m.exec(cli.announced)?.[1]}`,
    keys: keys.map((line) => line.slice(line.indexOf('0x')) as `0x${string}`),
    firstBelow: (title: string) => below(title)[0],
    lines,
  }
}

afterAll(killRemaining)

describe('ommer anvil', () => {
  it.each(namesAtAnvil)('takes %s, or refuses it with a reason', async (name) => {
    if (taken.has(name)) return
    expect(optionsElsewhere.some(({ Anvil = [] }) => Anvil.includes(name))).toBe(true)
    const { code, stderr } = await runCliInProcess(['anvil', name])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: unknown option '[^']+'; \w[^\n]+\n$/)
  })

  it('prints what tools read, and is a node that they know', async () => {
    const { cli, url, keys, lines, firstBelow } = await start()
    expect(lines).toContain(
      '(0) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 (10000.000000000000000000 ETH)',
    )
    expect(keys).toHaveLength(10)
    expect(lines).toContain("Derivation path:   m/44'/60'/0'/0/")
    expect([firstBelow('Chain ID'), firstBelow('Base Fee'), firstBelow('Gas Limit')]).toEqual([
      '31337',
      '1000000000',
      '30000000',
    ])
    const account = privateKeyToAccount(keys[0] as `0x${string}`)
    const client = createWalletClient({ account, chain: foundry, transport: http(url) }).extend(
      publicActions,
    )
    const hash = await client.sendTransaction({ to: account.address, value: 1n })
    const { status, blockNumber } = await client.getTransactionReceipt({ hash })
    expect([status, blockNumber]).toEqual(['success', 1n])
    const { baseFeePerGas } = await client.getBlock({ blockNumber })
    expect(baseFeePerGas).toBe(1_000_000_000n)
    expect(await client.request({ method: 'web3_clientVersion' } as never)).toMatch(/^anvil\//)
    expect((await cli.stop('SIGTERM')).code).toBe(0)
  })

  it('sets what options of Anvil set', async () => {
    const file = join(temporaryFolder(), 'anvil.json')
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const { url, keys, firstBelow, lines } = await start(
      ...'-a 3 --balance 7 --hardfork Shanghai --gas-limit 2000000 --base-fee 5'.split(' '),
      ...'--chain-id 0x7a69 --timestamp 1700000000 --auto-unlock --slots-in-an-epoch 1'.split(' '),
      ...'--no-mine --order fifo --no-create2 --steps-tracing -n ethereum --color never'.split(' '),
      '-m',
      phrase,
      '--derivation-path',
      "m/44'/60'/1'/",
      '--config-out',
      file,
    )
    const first = mnemonicToAccount(phrase, { path: "m/44'/60'/1'/0" })
    expect(lines).toContain(`(0) ${first.address} (7.000000000000000000 ETH)`)
    expect([
      firstBelow('Base Fee'),
      firstBelow('Gas Limit'),
      firstBelow('Genesis Timestamp'),
    ]).toEqual(['5', '2000000', '1700000000'])
    const config = JSON.parse(readFileSync(file, 'utf8'))
    expect(config).toMatchObject({
      available_accounts: [first.address.toLowerCase(), expect.anything(), expect.anything()],
      private_keys: keys,
      wallet: { mnemonic: phrase, derivation_path: "m/44'/60'/1'/" },
      base_fee: '5',
      gas_limit: '2000000',
      genesis_timestamp: '1700000000',
    })
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) }).extend(
      publicActions,
    )
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    await client.setBalance({ address: stranger, value: parseEther('1') })
    const wallet = createWalletClient({ account: stranger, chain: foundry, transport: http(url) })
    await wallet.sendTransaction({ to: stranger, gas: 21_000n })
    expect(await client.getBlockNumber()).toBe(0n)
    await client.mine({ blocks: 4 })
    const block = await client.getBlock({ blockNumber: 1n })
    expect([block.transactions.length, block.gasLimit]).toEqual([1, 2_000_000n])
    // Later than genesis by as long as the test has taken, not by years.
    expect(Number(block.timestamp) - 1_700_000_000).toBeLessThan(100_000)
    expect(block.blobGasUsed).toBeUndefined()
    await client.reset()
    await client.mine({ blocks: 4 })
    const again = await client.getBlock({ blockNumber: 1n })
    expect(Number(again.timestamp) - 1_700_000_000).toBeLessThan(100_000)
    expect((await client.getBlock({ blockTag: 'finalized' })).number).toBe(2n)
    const factory = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
    expect(await client.getCode({ address: factory })).toBeUndefined()
  })

  it.each([
    ['london', 1_000_000_000n],
    ['dao', null],
    ['frontier', null],
    ['Tangerine', null],
    ['bpo2', 1_000_000_000n],
    ['amsterdam', 1_000_000_000n],
  ] as const)('mines by the rules of %s', async (fork, baseFee) => {
    const { url } = await start('--hardfork', fork, '--mnemonic-random', '15')
    const client = createPublicClient({ transport: http(url) })
    await client.request({ method: 'evm_mine' } as never)
    const { number, baseFeePerGas, difficulty } = await client.getBlock()
    expect([number, baseFeePerGas]).toEqual([1n, baseFee])
    expect(difficulty === 0n).toBe(fork === 'bpo2' || fork === 'amsterdam')
  })

  it('takes large requests', async () => {
    const { url } = await start('--no-request-size-limit', '--base-fee', '7', '--gas-price', '0')
    const client = createPublicClient({ transport: http(url) })
    const data = `0x${'00'.repeat(4_000_000)}` as const
    const hash = await client.request({ method: 'web3_sha3', params: [data] } as never)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    await client.request({ method: 'evm_mine' } as never)
    expect((await client.getBlock()).baseFeePerGas).toBe(7n)
  })

  it('lets gas cost nothing', async () => {
    const { url } = await start('--gas-price', '0')
    const client = createPublicClient({ transport: http(url) })
    await client.request({ method: 'evm_mine' } as never)
    expect((await client.getBlock()).baseFeePerGas).toBe(0n)
  })

  // In a process of its own: one that has served exits.
  it('says which file it cannot write', async () => {
    const file = join(temporaryFolder(), 'nowhere', 'x')
    const { code, stderr } = await runCli(['anvil', '-p', '0', '--config-out', file])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: --config-out: ENOENT.*\n$/)])
  })

  it.each<[args: readonly string[], problem: RegExp]>([
    [['--accounts', 'x'], /--accounts: 'x' is not a whole number from 0 to 1000/],
    [['--hardfork', 'x'], /--hardfork .* Want one of: chainstart, /],
    [['--slots-in-an-epoch', '-1'], /Want a whole number from 0 to 500000/],
    [['--gas-price', '5'], /Only 0 can be set/],
    [['--mnemonic-random', '13'], /Want 12, 15, 18, 21 or 24/],
    [['--mnemonic-random', '--mnemonic', 'x'], /cannot be used with option/],
    [['--base-fee', '1', '--hardfork', 'berlin'], /--block-base-fee-per-gas: the chain begins/],
    [['--host', '0.0.0.0'], /--host .*Other machines could send from all accounts/],
    [['--init', 'x.json', '--chain-id', '5'], /'--init <path>' cannot be used with .*'--chain-id/],
    [['-vvv'], /'-vvv'; use --log-level/],
    [['extra'], /too many arguments/],
    [['-j', '2'], /'-j'; use --workers \(of ommer --dev\)/],
    [
      ['--fork-witness', 'x'],
      /'--fork-witness'; it is an option of another command: ommer --dev --fork-witness$/m,
    ],
    [['--fork-transaction-hash', '0x12'], /'0x12' is not the hash of a transaction/],
  ])('refuses %j in one line', async (args, problem) => {
    const { code, stdout, stderr } = await runCliInProcess(['anvil', '-p', '0', ...args])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(problem)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
