import type { Random } from '../../primitives/random.ts'
import type { Scenario, ScenarioEndpoint } from '../../scenario/scenario.ts'
import { chainOf, drawEndpoints, nodeKey, type Replicas } from './endpoints.ts'
import type { EventName } from './eventKinds.ts'
import type { Habit, Profile } from './profile.ts'

/** The chains and endpoints of a scenario. */
export type Base = Omit<Scenario, 'steps'> & { readonly endpoints: readonly ScenarioEndpoint[] }

/** What scenarios are drawn from. */
export interface DrawOptions {
  /** seed of the hunt */
  readonly seed: string
  /** what the user has said of the chain */
  readonly spec: Scenario['spec']
  /** how many chains there are */
  readonly chains: number
  /** undefined: any */
  readonly dialect: ScenarioEndpoint['dialect']
  /** how often each kind of event is drawn; 0 for never */
  readonly weights: Readonly<Record<EventName, number>>
  /** whether finalized blocks may be removed */
  readonly force: boolean
  /** how many blocks below the head the client takes as final; by default as far as its calls show */
  readonly finality: number | undefined
  /** how often a chain has two nodes */
  readonly replicas: Replicas
}

type Spec = NonNullable<Scenario['spec']>

/**
 * The lengths of chains, as multiples of what is not final, with how often each is drawn: clients begin with little to read,
 * or with more, which takes longer.
 */
const LENGTHS = [
  [1.5, 4],
  [3, 2],
  [5, 1],
] as const
const CLEAN_LENGTH = 3
const SEEDS = 3

/** In blocks: more than many clients read at once. */
const LONG = 130

/** In blocks: short, so that scenarios reach what is final. */
export const FINALITY = 8

/** As on a new network of a developer, as its clients expect it. */
const FIRST_CHAIN_ID = 1337

/** Kinds of chains, with how often each is drawn: the newest fork, blocks with uncles, and forks among the newest blocks. */
const kinds = (
  profile: Profile,
): readonly (readonly [spec: (blocks: number) => Spec, weight: number])[] => [
  [() => ({ preset: 'latest' }), 6],
  [() => ({ preset: 'pow', uncleRate: [1, 2] }), profile.work.some(isAboutUncles) ? 4 : 1],
  [(blocks) => ({ preset: 'latest', forks: { cancun: 0, prague: blocks, osaka: blocks + 3 } }), 1],
  [(blocks) => ({ preset: 'latest', forks: { osaka: 0, amsterdam: blocks } }), 1],
]

function isAboutUncles({ method }: Habit): boolean {
  return method.includes('Uncle')
}

/** Chains with their endpoints. */
export function drawBase(random: Random, options: DrawOptions, profile: Profile): Base {
  const { spec, seed, chains, dialect, weights, replicas } = options
  const finality = options.finality ?? profile.finality
  const specs = Array.from({ length: chains }, (_, index) => {
    const lengthMin = random.chance(1, 10) ? LONG / (finality ?? FINALITY) : 0
    const length = Math.max(lengthMin, random.pickWeighted(LENGTHS) ?? CLEAN_LENGTH)
    const kind = random.pickWeighted(kinds(profile))
    return chainSpec(withChainId(spec, index), length, finality, kind)
  })
  return {
    seed: `${seed}-${random.below(SEEDS)}`,
    ...withChains(specs),
    endpoints: specs.flatMap((_, index) =>
      drawEndpoints(random, {
        index,
        dialect,
        replicas: weights.lag > 0 ? replicas : 'none',
        forgets: weights.faults > 0 && random.chance(1, 2),
        finality: profile.asksForFinality && random.chance(1, 8) ? 'absent' : undefined,
      }),
    ),
  }
}

/** A scenario in which nothing moves. */
export function cleanScenario({
  seed,
  spec,
  chains,
  dialect = 'geth',
  finality,
}: Pick<DrawOptions, 'seed' | 'spec' | 'chains' | 'dialect' | 'finality'>): Scenario {
  const specs = Array.from({ length: chains }, (_, index) =>
    chainSpec(withChainId(spec, index), CLEAN_LENGTH, finality),
  )
  return {
    seed: `${seed}-0`,
    ...withChains(specs),
    endpoints: specs.map((_, index) => ({ key: nodeKey(index), ...chainOf(index), dialect })),
    steps: [],
  }
}

/**
 * Blocks have transfers on every branch, so that a missed or repeated block shows in any table.
 *
 * @param length as a multiple of what is not final
 * @param finality in blocks
 * @param kindOf what kind of chain it is, by its length; the user may have said something else
 */
export function chainSpec(
  spec: Scenario['spec'],
  length: number,
  finality = FINALITY,
  kindOf: (blocks: number) => Spec = () => ({ preset: 'latest' }),
): Spec {
  const blocks = Math.ceil(length * finality)
  const isChosen = spec?.preset !== undefined || spec?.forks !== undefined
  return {
    ...(isChosen ? undefined : kindOf(blocks)),
    blocks,
    transactionsPerBlock: [2, 4],
    // A client gets the addresses of all tokens when it starts, so no more are deployed.
    traffic: { 'token-transfer': 1_000_000, 'token-creation': 0 },
    finality: { safe: Math.ceil(finality / 2), finalized: finality },
    ...spec,
  }
}

function withChains([spec, ...others]: readonly Spec[]): Pick<Scenario, 'spec' | 'chains'> {
  if (others.length === 0) return { spec }
  const named = others.map((each, index) => [chainOf(index + 1).chain, { spec: each }])
  return { spec, chains: Object.fromEntries(named) }
}

function withChainId(spec: Scenario['spec'], index: number): Scenario['spec'] {
  return index === 0 ? spec : { ...spec, chainId: (spec?.chainId ?? FIRST_CHAIN_ID) + index }
}
