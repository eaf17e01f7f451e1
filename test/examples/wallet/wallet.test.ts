import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { NaiveWallet } from '../../../examples/wallet/naive.ts'
import type { Payer, Payment } from '../../../examples/wallet/payment.ts'
import { Wallet } from '../../../examples/wallet/wallet.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { ScenarioRun } from '../../../src/scenario/play.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'

/** After this many polls an unfinished client is stuck. */
const POLLS_MAX = 20

const SHOP = `0x${'11'.repeat(20)}` as const

interface AnyWallet {
  readonly settled: readonly string[]
  pay(payment: Payment): Promise<void>
  poll(): Promise<void>
}

let playing: ScenarioRun
afterEach(() => playing.close())

/** Lets a wallet pay 7 wei while a scenario is played. */
async function pay(source: string | Scenario, Kind: new (payer: Payer) => AnyWallet) {
  playing = await playScenario(source, { port: 0, dev: true })
  const { server: provider, chain } = playing
  const account = mnemonicToAccount(TEST_MNEMONIC)
  const wallet = new Kind({ provider, account, chainId: chain.chainId })
  await wallet.pay({ to: SHOP, value: 7n })
  for (let poll = 0; poll < POLLS_MAX; poll++) await wallet.poll()
  const received = await provider.request({ method: 'eth_getBalance', params: [SHOP, 'latest'] })
  const receipts = await Promise.all(
    wallet.settled.map((hash) =>
      provider.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
    ),
  )
  return {
    received: BigInt(received as string),
    settled: wallet.settled.length,
    valid: receipts.filter((receipt) => receipt !== null).length,
  }
}

const spec = { preset: 'latest', blocks: 8, mnemonic: TEST_MNEMONIC } as const
const receipt = { waitFor: { method: 'eth_getTransactionReceipt' } } as const

/** One fear each, and what a naive wallet makes of it. */
const fears: [name: string, scenario: string | Scenario, naive: object][] = [
  ['reorged-payment', 'scenarios/reorged-payment.yaml', { received: 0n, settled: 1, valid: 0 }],
  ['lost-payment', 'scenarios/lost-payment.yaml', { received: 14n }],
  ['amsterdam-payment', 'scenarios/amsterdam-payment.yaml', { received: 0n, settled: 1, valid: 1 }],
  [
    'a replica that does not know the transaction',
    {
      spec,
      endpoints: [
        {
          key: 'dev',
          faults: [
            { methods: 'eth_getTransactionByHash', times: 1, fault: { kind: 'null' } },
            { methods: 'eth_getTransactionReceipt', times: 1, fault: { kind: 'null' } },
          ],
        },
      ],
      steps: [receipt, { mine: 3 }],
    },
    { received: 14n },
  ],
  [
    'a transaction that stays pending, and that a reorg prefers to its replacement',
    {
      spec,
      steps: [
        { holdTransaction: 1 },
        receipt,
        { reorg: { depth: 1, transactions: [[1]] } },
        receipt,
        { mine: 3 },
      ],
    },
    { received: 0n, settled: 0 },
  ],
  [
    'a rollback after which the transaction is forgotten',
    { spec, steps: [receipt, { dropTransaction: 1 }, { rollback: 1 }, receipt, { mine: 3 }] },
    { received: 0n, settled: 1, valid: 0 },
  ],
]

describe.each(fears)('%s', (_, scenario, naive) => {
  it('does not keep a wallet from paying once', async () => {
    expect(await pay(scenario, Wallet)).toEqual({ received: 7n, settled: 1, valid: 1 })
    await playing.finished
  })

  it('breaks a naive wallet', async () => {
    expect(await pay(scenario, NaiveWallet)).toMatchObject(naive)
  })
})

it('a naive wallet pays once if nothing goes wrong', async () => {
  const scenario = { spec, steps: [receipt, { mine: 3 }] }
  expect(await pay(scenario, NaiveWallet)).toEqual({ received: 7n, settled: 1, valid: 1 })
})
