import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ForkSchedule } from '../../../src/chain/protocol/forks.ts'
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

const at = (block: number) => ({ block })
const atTime = (timestamp: number) => ({ timestamp })
const start = { name: 'chainstart', at: at(0) } as const

describe('names of rules', () => {
  it.each<[name: string, forks: ForkSchedule]>([
    ['Frontier', [start]],
    ['EIP150', [start, { name: 'tangerineWhistle', at: at(0) }, { name: 'byzantium', at: at(9) }]],
    [
      'BerlinToLondonAt5',
      [
        { name: 'berlin', at: at(0) },
        { name: 'london', at: at(5) },
      ],
    ],
    [
      'ByzantiumToConstantinopleFixAt5',
      [
        { name: 'byzantium', at: at(0) },
        { name: 'constantinople', at: at(5) },
        { name: 'petersburg', at: at(5) },
      ],
    ],
    [
      'ParisToShanghaiAtTime15k',
      [
        { name: 'paris', at: at(0) },
        { name: 'shanghai', at: atTime(15_000) },
      ],
    ],
  ])('are those of the tests: %s', (name, forks) => {
    expect(nameOf(forks)).toMatchObject({
      name,
      isStandard: true,
      config: { network: name, chainid: '0x0539' },
    })
  })

  it.each<[name: string, shortName: string, forks: ForkSchedule]>([
    [
      'BerlinToLondonAt4',
      'BerlinToLondon',
      [
        { name: 'berlin', at: at(0) },
        { name: 'london', at: at(4) },
      ],
    ],
    [
      'FrontierToHomesteadAt5ToEIP150At6',
      'FrontierToEIP150',
      [start, { name: 'homestead', at: at(5) }, { name: 'tangerineWhistle', at: at(6) }],
    ],
    [
      'ParisToCancunAtTime15k',
      'ParisToCancun',
      [
        { name: 'paris', at: at(0) },
        { name: 'cancun', at: atTime(15_000) },
      ],
    ],
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
    const forks: ForkSchedule = [
      { name: 'paris', at: at(0) },
      { name: 'prague', at: atTime(0) },
    ]
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
