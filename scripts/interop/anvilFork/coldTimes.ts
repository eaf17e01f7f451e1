import { addressWord } from '../../../src/chain/contracts/abi.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { Random } from '../../../src/primitives/random.ts'
import { owner, swapData, token0 } from '../../../test/support/swapNetwork.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { answerOf } from './answers.ts'
import { anvilFork, ommerFork } from './forks.ts'
import { SlowProxy } from './slowProxy.ts'

/** In milliseconds. */
const LATENCY = 50

const BALANCES = 200

/** Prints how long some calls take at a fork that has read nothing yet, behind a slow connection. */
export async function printColdTimes(network: string, pin: number): Promise<void> {
  const proxy = await SlowProxy.start(network, LATENCY)
  console.log(`cold, behind ${LATENCY} ms:`)
  try {
    const forks: readonly [name: string, command: NodeCommand][] = [
      ['Anvil', anvilFork(proxy.url, pin)],
      ['ommer', ommerFork(proxy.url, pin)],
      ['ommer without proofs', ommerFork(proxy.url, pin, '--fork-proofs', 'off')],
    ]
    for (const [name, command] of forks) {
      for (const [what, run] of measured) {
        const node = await ForeignNode.start(command)
        try {
          proxy.reset()
          const began = performance.now()
          await run(node.url)
          const time = Math.round(performance.now() - began)
          const { requests, bytes } = proxy
          console.log(`  ${name}, ${what}: ${time} ms, ${requests} requests, ${bytes} bytes`)
        } finally {
          await node.stop()
        }
      }
    }
  } finally {
    await proxy.close()
  }
}

const measured: readonly [what: string, run: (url: string) => Promise<unknown>][] = [
  ['a swap', (url) => call(url, { from: owner, to: token0, data: swapData(10n ** 18n) })],
  [
    `${BALANCES} balances at once`,
    (url) => {
      const random = new Random('holders')
      const calls = Array.from({ length: BALANCES }, () =>
        call(url, {
          to: token0,
          data: `0x70a08231${toHex(addressWord(random.bytes(20))).slice(2)}`,
        }),
      )
      return Promise.all(calls)
    },
  ],
]

async function call(url: string, request: { from?: Hex; to: Hex; data: Hex }): Promise<void> {
  const answer = await answerOf(url, { method: 'eth_call', params: [request, 'latest'] })
  if (answer.error !== undefined) throw new Error(`${url}: ${answer.error.message}`)
}
