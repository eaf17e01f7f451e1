import { beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { forkAt } from '../../src/chain/protocol/forks.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'

interface Config {
  activationTime: number
  systemContracts: Record<string, string>
}

interface Configs {
  current: Config | null
}

const osaka = await createChain({ blocks: 3, preset: 'latest', forks: { osaka: 0 } })
const history = await createChain({ seed: 'rules', blocks: 96, preset: 'history' })

let node: FaultyNode
async function start(chain: typeof osaka): Promise<void> {
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  node = await startFaultyNode(server.url)
  closers.push(() => Promise.all([node.close(), server.close()]))
}
const closers: (() => unknown)[] = []
beforeEach(() => async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** Lets the node state other rules. */
function state(change: (configs: Configs) => void): void {
  node.fault = ({ method }) => {
    if (method !== 'eth_config') return undefined
    return {
      change(answer) {
        const response = JSON.parse(answer) as { result: Configs }
        change(response.result)
        return JSON.stringify(response)
      },
    }
  }
}

function fork(options: Partial<ForkOptions> = {}) {
  return createFork({ rpc: node.url, block: 2, clock: fakeClock(), ...options })
}

async function found(options: Partial<ForkOptions> = {}) {
  const { rules, head, forkedFrom } = await fork(options)
  const { number, timestamp } = head.header
  return {
    fork: forkAt(rules.forks, number, Number(timestamp)),
    depositContract: rules.depositContract,
    warnings: forkedFrom?.warnings,
  }
}

describe('the rules of a network', () => {
  it('are those that geth --dev states, with contracts of a later fork', async () => {
    await start(osaka)
    // As geth 1.17.10 answers.
    const none = `0x${'00'.repeat(20)}`
    state(({ current }) => {
      if (current === null) return
      current.systemContracts = {
        ...current.systemContracts,
        BUILDER_DEPOSIT_CONTRACT_ADDRESS: '0x0000bff46984e3725691fa540a8c7589300d8282',
        BUILDER_EXIT_CONTRACT_ADDRESS: '0x000064d678505ad48f8ccb093bc65613800e8282',
        DEPOSIT_CONTRACT_ADDRESS: none,
      }
    })
    const rules = { fork: 'osaka', depositContract: none, warnings: [] }
    expect(await found({ strict: true })).toEqual(rules)
  })

  it('are not those of a fork with contracts that it lacks, or that ommer does not know', async () => {
    await start(osaka)
    const problem =
      /^chain \d+: the rules that the node states \(eth_config\) are of no fork that ommer knows: new blocks follow those of bpo2; --forks sets others$/
    for (const name of ['BEACON_ROOTS_ADDRESS', 'SOMETHING_NEW_ADDRESS']) {
      state(({ current }) => {
        if (current === null) return
        const { [name]: former, ...others } = current.systemContracts
        current.systemContracts = former === undefined ? { ...others, [name]: '0x' } : others
      })
      expect((await found()).warnings).toEqual([expect.stringMatching(problem)])
    }
  })

  it('are guessed with a warning if the node states none', async () => {
    await start(osaka)
    state((configs) => {
      configs.current = null
    })
    expect(await found()).toMatchObject({
      fork: 'bpo2',
      warnings: [
        expect.stringMatching(
          /^chain \d+: the node does not state its rules \(eth_config\), and ommer does not know them: new blocks follow those of bpo2; --forks sets others$/,
        ),
      ],
    })
    await expect(fork({ strict: true })).rejects.toThrow(/^strict: chain \d+: the node does not/)
  })

  it('are guessed if the pinned block is older than those that the node states', async () => {
    await start(history)
    expect((await found({ block: 40 })).warnings).toEqual([
      expect.stringMatching(
        /^chain \d+: the node states the rules of bpo2 and later \(eth_config\), but not those of the pinned block, which is older: /,
      ),
    ])
  })
})
