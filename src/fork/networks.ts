import type { ForkChoices } from '../chain/protocol/forkSchedule.ts'
import type { Hex } from '../primitives/hex.ts'

/** What is known of a public network (go-ethereum 1.17.10, params/chainspecs). */
export interface KnownNetwork {
  readonly name: string
  readonly forks: ForkChoices
  readonly depositContract: Hex
}

/** By chain id. */
export const networks: ReadonlyMap<number, KnownNetwork> = new Map([
  [
    1,
    {
      name: 'mainnet',
      forks: {
        homestead: 1_150_000,
        tangerineWhistle: 2_463_000,
        spuriousDragon: 2_675_000,
        byzantium: 4_370_000,
        petersburg: 7_280_000,
        istanbul: 9_069_000,
        muirGlacier: 9_200_000,
        berlin: 12_244_000,
        london: 12_965_000,
        arrowGlacier: 13_773_000,
        grayGlacier: 15_050_000,
        paris: 15_537_394,
        shanghai: { timestamp: 1_681_338_455 },
        cancun: { timestamp: 1_710_338_135 },
        prague: { timestamp: 1_746_612_311 },
        osaka: { timestamp: 1_764_798_551 },
        bpo1: { timestamp: 1_765_290_071 },
        bpo2: { timestamp: 1_767_747_671 },
      },
      depositContract: '0x00000000219ab540356cbb839cbe05303d7705fa',
    },
  ],
  [
    11_155_111,
    {
      name: 'sepolia',
      forks: {
        london: 0,
        paris: 1_450_409,
        shanghai: { timestamp: 1_677_557_088 },
        cancun: { timestamp: 1_706_655_072 },
        prague: { timestamp: 1_741_159_776 },
        osaka: { timestamp: 1_760_427_360 },
        bpo1: { timestamp: 1_761_017_184 },
        bpo2: { timestamp: 1_761_607_008 },
        amsterdam: { timestamp: 1_791_294_816 },
      },
      depositContract: '0x7f02c3e3c98b133055b8b348b2ac625669ed295d',
    },
  ],
  [
    560_048,
    {
      name: 'hoodi',
      forks: {
        paris: 0,
        cancun: { timestamp: 0 },
        prague: { timestamp: 1_742_999_832 },
        osaka: { timestamp: 1_761_677_592 },
        bpo1: { timestamp: 1_762_365_720 },
        bpo2: { timestamp: 1_762_955_544 },
      },
      depositContract: '0x00000000219ab540356cbb839cbe05303d7705fa',
    },
  ],
])
