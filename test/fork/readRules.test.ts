import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { forkAt } from '../../src/chain/protocol/forks.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { passingFaults } from '../support/passingFaults.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

interface Config {
  activationTime: number
  blobSchedule: object
  systemContracts: Record<string, string>
}

interface Configs {
  current: Config | null
  next: Config | null
  last: Config | null
}

const osaka = await createChain({ blocks: 3, preset: 'latest', forks: { osaka: 0 } })
const history = await createChain({ seed: 'rules', blocks: 96, preset: 'history' })

const folder = temporaryFolder()
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

  it.each(passingFaults)('are not others because of %s', async (problem, fault) => {
    await start(osaka)
    const witness = join(folder, problem)
    node.fault = (asked) => (asked.method === 'eth_config' ? fault(asked) : undefined)
    await expect(fork({ witness })).rejects.toThrow(
      new RegExp(
        String.raw`^the forked network: eth_config\(\) at .*: ${problem} \(tried 5 times\); --forks sets the rules instead$`,
      ),
    )
    expect(existsSync(witness)).toBe(false)
    let count = 0
    node.fault = (asked) =>
      asked.method === 'eth_config' && count++ === 0 ? fault(asked) : undefined
    expect(await found({ strict: true })).toMatchObject({ fork: 'osaka' })
  })

  it.each([[{}], ['0x12'], [5], ['zz'], [[]]])(
    'are not taken with a deposit contract that is no address: %j',
    async (contract) => {
      await start(osaka)
      state(({ current }) => {
        if (current !== null) current.systemContracts.DEPOSIT_CONTRACT_ADDRESS = contract as string
      })
      await expect(fork()).rejects.toThrow(
        `forks: the deposit contract that the node states (eth_config) is no address: ${JSON.stringify(contract)}`,
      )
      // What the user gives needs nothing of it.
      expect(await found({ spec: { forks: { osaka: 0 } } })).toMatchObject({ fork: 'osaka' })
    },
  )
})

describe('the rules of a known network', () => {
  const SEPOLIA = 11_155_111
  const startWith = (chainId: number) =>
    createChain({ blocks: 3, preset: 'latest', chainId }).then(start)
  /** Those of a fork that is not known yet, from a time on. */
  const newer = (config: Config | null, activationTime: number) =>
    config && { ...config, activationTime, blobSchedule: { ...config.blobSchedule, max: 72 } }
  const unknown = (time: number) =>
    `chain ${SEPOLIA}: the rules that the node states from time ${time} on (eth_config) are of no fork that ommer knows: new blocks follow those that it knows; --forks sets others`

  it('are certain if the node states none, or those that ommer knows', async () => {
    await startWith(SEPOLIA)
    expect((await found({ strict: true })).warnings).toEqual([])
    state((configs) => {
      configs.current = null
    })
    expect((await found({ strict: true })).warnings).toEqual([])
  })

  it('are not certain if the node states others', async () => {
    await startWith(SEPOLIA)
    state((configs) => {
      configs.current = newer(configs.current, 7)
      configs.next = null
      configs.last = null
    })
    expect((await found()).warnings).toEqual([unknown(7)])
    await expect(fork({ strict: true })).rejects.toThrow(`strict: ${unknown(7)}`)
  })

  it('are not certain if others are to follow', async () => {
    await startWith(SEPOLIA)
    state((configs) => {
      configs.next = newer(configs.current, 4_000_000_000)
      configs.last = newer(configs.current, 4_100_000_000)
    })
    const { fork: name, warnings } = await found()
    expect([name, warnings]).toEqual(['bpo2', [unknown(4_000_000_000)]])
  })
})

describe('the rules of a folder', () => {
  it('are named if --forks has set them in an earlier run', async () => {
    await start(osaka)
    const witness = join(folder, 'given')
    const given = { spec: { forks: { cancun: 0 } }, witness }
    expect(await found({ ...given, strict: true })).toMatchObject({ fork: 'cancun', warnings: [] })
    const warning = `new blocks follow the rules that ${witness} has from --forks of an earlier run, not those of the network; --forks sets others`
    for (const offline of [false, true]) {
      const again = { witness, offline }
      expect(await found(again)).toMatchObject({ fork: 'cancun', warnings: [warning] })
      await expect(fork({ ...again, strict: true })).rejects.toThrow(`strict: ${warning}`)
      expect(await found({ ...given, offline, strict: true })).toMatchObject({ warnings: [] })
    }
  })
})
