import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ForkName, ForkSchedule } from '../../../src/chain/protocol/forks.ts'
import { networkOf } from '../../../src/formats/blockchainTest/network.ts'
import { TreeSlice } from '../../../src/formats/treeSlice.ts'

const { rules, tree } = await createChain({
  preset: 'eras',
  blocks: 13,
  transactionsPerBlock: [0, 0],
})

const upTo = (to: number) => new TreeSlice(tree, { from: 0, to, sideBranches: false })

/** The name of the rules for a chain that ends at block 8, whatever forks it was made under. */
function nameOf(forks: ForkSchedule, others: Partial<typeof rules> = {}) {
  return networkOf({ ...rules, genesisTimestamp: 0, forks, ...others }, upTo(8))
}

const atTime = (timestamp: number) => ({ timestamp })

/** Forks, and the blocks or times at which they begin. */
function schedule(forks: Partial<Record<ForkName, number | { timestamp: number }>>): ForkSchedule {
  const entries = Object.entries(forks) as [ForkName, number | { timestamp: number }][]
  return entries.map(([name, at]) => ({ name, at: typeof at === 'number' ? { block: at } : at }))
}

describe('names of rules', () => {
  it.each<[name: string, forks: ForkSchedule]>([
    ['Frontier', schedule({ chainstart: 0 })],
    ['EIP150', schedule({ chainstart: 0, tangerineWhistle: 0, byzantium: 9 })],
    ['BerlinToLondonAt5', schedule({ berlin: 0, london: 5 })],
    [
      'ByzantiumToConstantinopleFixAt5',
      schedule({ byzantium: 0, constantinople: 5, petersburg: 5 }),
    ],
    ['ParisToShanghaiAtTime15k', schedule({ paris: 0, shanghai: atTime(15_000) })],
  ])('are those of the tests: %s', (name, forks) => {
    expect(nameOf(forks)).toMatchObject({
      name,
      isStandard: true,
      config: { network: name, chainid: '0x0539' },
    })
  })

  it.each<[name: string, shortName: string, forks: ForkSchedule]>([
    ['BerlinToLondonAt4', 'BerlinToLondon', schedule({ berlin: 0, london: 4 })],
    [
      'FrontierToHomesteadAt5ToEIP150At6',
      'FrontierToEIP150',
      schedule({ chainstart: 0, homestead: 5, tangerineWhistle: 6 }),
    ],
    ['ParisToCancunAtTime15k', 'ParisToCancun', schedule({ paris: 0, cancun: atTime(15_000) })],
  ])(
    'are like those of the tests, with the full geth configuration: %s',
    (name, shortName, forks) => {
      expect(nameOf(forks)).toMatchObject({
        name,
        shortName,
        isStandard: false,
        config: { chainId: 1337, terminalTotalDifficulty: expect.anything() },
      })
    },
  )

  it('are not those of the tests when the deposit contract differs', () => {
    const forks = schedule({ paris: 0, prague: atTime(0) })
    expect(nameOf(forks).config).toEqual({
      network: 'Prague',
      chainid: '0x0539',
      blobSchedule: {
        Prague: { target: '0x06', max: '0x09', baseFeeUpdateFraction: '0x4c6964' },
      },
    })
    const other = nameOf(forks, { depositContract: `0x${'12'.repeat(20)}` })
    const name = `PragueWithDepositsTo0x${'12'.repeat(20)}`
    expect(other).toMatchObject({ name, shortName: 'Prague', isStandard: false })
    expect(other.config).toMatchObject({ depositContractAddress: `0x${'12'.repeat(20)}` })
  })

  it('follow the written blocks, and ignore later ones', () => {
    expect(networkOf(rules, upTo(5))).toMatchObject({ name: 'Frontier', isStandard: true })
    expect(networkOf(rules, tree).name).toBe('FrontierToHomesteadAt6ToEIP150At12')
  })
})
