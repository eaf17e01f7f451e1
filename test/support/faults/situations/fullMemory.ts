import { ok } from 'node:assert'
import { callMethod } from '../../callMethod.ts'
import { sized } from '../../sized.ts'
import type { ChainServer } from '../chainServer.ts'
import { withEndpoint } from '../control.ts'
import type { Situation } from '../situation.ts'
import { floodWithBodies } from './unreadBodies.ts'

/** How many endpoints fill pools, and how many fill the memory of chains after the first. */
const POOLS = sized(1, 4)
const CHAINS = sized(1, 16)

/** How often each step is tried at most; the full size goes on until it is refused. */
const STEPS_MAX = sized(5, 10_000)

/** The data of a transaction: with it, a pool takes few of them. */
const DATA = `0x${'00'.repeat(100_000)}`
const DATA_GAS = '0x100800'

/** How many transactions each sender has in a pool. */
const PER_SENDER = 10

const CODE_BYTES = 1_000_000

/** What pools and chains may take is full when bodies and answers that nobody reads take what clients may. */
export const fullMemory: Situation = {
  name: 'bodies and answers that nobody reads, after pools and chains are full',
  dev: true,
  async bringAbout(server, witness) {
    await withEndpoints(server, 'pool', POOLS, fillPool, () =>
      withEndpoints(server, 'chain', 1, fillByMining, () =>
        withEndpoints(server, 'code', CHAINS, fillWithCode, () => floodWithBodies(server, witness)),
      ),
    )
  },
}

/** Creates endpoints, fills each, and closes them after the work. */
function withEndpoints(
  server: ChainServer,
  name: string,
  count: number,
  fill: (url: string) => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  if (count === 0) return act()
  return withEndpoint(server, `${name}-${count}`, {}, async ({ url }) => {
    await fill(url)
    await withEndpoints(server, name, count - 1, fill, act)
  })
}

async function fillPool(url: string): Promise<void> {
  await callMethod(url, 'evm_setAutomine', false)
  await untilRefused(/chainsBytes|underpriced/, async (step) => {
    const from = address(step)
    await callMethod(url, 'hardhat_setBalance', from, '0xffffffffffffffffffff')
    await callMethod(url, 'hardhat_impersonateAccount', from)
    for (let nonce = 0; nonce < PER_SENDER; nonce++) {
      const transaction = { from, to: from, nonce: `0x${nonce}`, data: DATA, gas: DATA_GAS }
      await callMethod(url, 'eth_sendTransaction', transaction)
    }
  })
}

/** Many small objects, which take most of the heap. */
function fillByMining(url: string): Promise<void> {
  return untilRefused(/chainsBytes/, async () => {
    await callMethod(url, 'hardhat_mine', '0x3e8')
    await callMethod(url, 'evm_snapshot')
  })
}

/** Large buffers, which are outside of the heap. */
function fillWithCode(url: string): Promise<void> {
  return untilRefused(/chainsBytes/, (step) => {
    const code = `0x60${String(step).padStart(8, '0')}${'5b'.repeat(CODE_BYTES)}`
    return callMethod(url, 'hardhat_setCode', address(step), code)
  })
}

/** @throws {Error} if the full size is not refused, or for another reason */
async function untilRefused(
  reason: RegExp,
  act: (step: number) => Promise<unknown>,
): Promise<void> {
  try {
    for (let step = 0; step < STEPS_MAX; step++) await act(step)
  } catch (error) {
    if (reason.test((error as Error).message)) return
    throw error
  }
  ok(sized(true, false), `nothing was refused for ${reason} in ${STEPS_MAX} steps`)
}

function address(index: number): string {
  return `0x${(index + 0x1000).toString(16).padStart(40, '0')}`
}
