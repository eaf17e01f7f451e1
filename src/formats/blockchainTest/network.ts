import { decodeBlock } from '../../chain/encoding/decode.ts'
import { blobSchedule } from '../../chain/protocol/blobGas.ts'
import {
  type ForkName,
  type ForkPoint,
  type ForkSchedule,
  forkAt,
  isAtLeast,
} from '../../chain/protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules } from '../../chain/protocol/rules.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { writeGethConfig } from '../hive/writeGethConfig.ts'
import { toByteQuantity } from './testFields.ts'

/** The names of forks in ethereum/tests. */
const networkNames: Readonly<Record<ForkName, string>> = {
  chainstart: 'Frontier',
  homestead: 'Homestead',
  tangerineWhistle: 'EIP150',
  spuriousDragon: 'EIP158',
  byzantium: 'Byzantium',
  constantinople: 'Constantinople',
  petersburg: 'ConstantinopleFix',
  istanbul: 'Istanbul',
  muirGlacier: 'MuirGlacier',
  berlin: 'Berlin',
  london: 'London',
  arrowGlacier: 'ArrowGlacier',
  grayGlacier: 'GrayGlacier',
  paris: 'Paris',
  shanghai: 'Shanghai',
  cancun: 'Cancun',
  prague: 'Prague',
  osaka: 'Osaka',
  bpo1: 'BPO1',
  bpo2: 'BPO2',
  amsterdam: 'Amsterdam',
}

/** The transitions that have a name in ethereum/tests: always at the same block or time. */
const transitions: readonly (readonly [from: ForkName, to: ForkName, at: ForkPoint])[] = [
  ['chainstart', 'homestead', { block: 5 }],
  ['homestead', 'tangerineWhistle', { block: 5 }],
  ['spuriousDragon', 'byzantium', { block: 5 }],
  ['byzantium', 'petersburg', { block: 5 }],
  ['petersburg', 'istanbul', { block: 5 }],
  ['berlin', 'london', { block: 5 }],
  ['paris', 'shanghai', { timestamp: 15_000 }],
  ['shanghai', 'cancun', { timestamp: 15_000 }],
  ['cancun', 'prague', { timestamp: 15_000 }],
  ['prague', 'osaka', { timestamp: 15_000 }],
  ['osaka', 'bpo1', { timestamp: 15_000 }],
  ['bpo1', 'bpo2', { timestamp: 15_000 }],
  ['bpo2', 'amsterdam', { timestamp: 15_000 }],
]

/** The rules by which the blocks of a test are validated. */
export interface Network {
  readonly name: string
  /** for file names: short, however many the forks */
  readonly shortName: string
  readonly config: object
  /** whether ethereum/tests has this name for exactly these rules, apart from the chain id */
  readonly isStandard: boolean
}

/**
 * Names the rules of a chain up to its head. If ethereum/tests has a name, the configuration is as in
 * execution-spec-tests; otherwise it is geth's, which is complete.
 */
export function networkOf(rules: Rules, tree: BlockTreeReader): Network {
  const { header } = decodeBlock(tree.head)
  const { forks, genesisTimestamp } = rules
  const first = forkAt(forks, 0, genesisTimestamp)
  const last = forkAt(forks, header.number, header.timestamp)
  const passed = forks
    .slice(
      forks.findIndex(({ name }) => name === first),
      forks.findIndex(({ name }) => name === last) + 1,
    )
    // A fork that is activated together with the next one was never in force.
    .filter(
      ({ at }, index, all) => index === all.length - 1 || !isSamePoint(at, all[index + 1]?.at),
    )
  const { depositContract = MAINNET_DEPOSIT_CONTRACT } = rules
  const isCustomContract = isAtLeast(last, 'prague') && depositContract !== MAINNET_DEPOSIT_CONTRACT
  const deposits = isCustomContract ? `WithDepositsTo${depositContract}` : ''
  const name = `${passed.map(networkPart).join('To')}${deposits}`
  const isStandard = !isCustomContract && (first === last || isNamed(passed))
  return {
    name,
    shortName: [...new Set([first, last])].map((fork) => networkNames[fork]).join('To'),
    config: isStandard ? standardConfig(rules, name, [first, last]) : writeGethConfig(rules, tree),
    isStandard,
  }
}

/** Follows existing names: `BerlinToLondonAt5`, `ParisToShanghaiAtTime15k`. */
function networkPart({ name, at }: ForkSchedule[number], index: number): string {
  if (index === 0) return networkNames[name]
  if ('block' in at) return `${networkNames[name]}At${at.block}`
  const isRound = at.timestamp > 0 && at.timestamp % 1000 === 0
  return `${networkNames[name]}AtTime${isRound ? `${at.timestamp / 1000}k` : at.timestamp}`
}

/** Whether the forks are those of a transition that has a name. */
function isNamed([from, to, ...more]: ForkSchedule): boolean {
  return (
    more.length === 0 &&
    transitions.some(
      ([first, last, at]) => first === from?.name && last === to?.name && isSamePoint(at, to.at),
    )
  )
}

function isSamePoint(one: ForkPoint, other: ForkPoint | undefined): boolean {
  // Each has a single member.
  return JSON.stringify(one) === JSON.stringify(other)
}

function standardConfig({ chainId }: Rules, network: string, forks: readonly ForkName[]): object {
  const limits = [...new Set(forks)].flatMap((fork) => {
    const known = blobSchedule[fork]
    if (known === undefined) return []
    const written = Object.entries(known).map(([name, value]) => [name, toByteQuantity(value)])
    return [[networkNames[fork], Object.fromEntries(written)]]
  })
  return {
    network,
    chainid: toByteQuantity(chainId),
    ...(limits.length > 0 && { blobSchedule: Object.fromEntries(limits) }),
  }
}
