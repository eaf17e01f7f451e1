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
  /** how many seeds scenarios have; each has chains of its own, which take a while to make */
  readonly seeds: number
}

type Spec = NonNullable<Scenario['spec']>

/**
 * How many blocks there are when a client begins, as multiples of what is not final, with how often each is drawn: little to
 * read, or more, which takes longer.
 */
const HEADS = [
  [1.5, 4],
  [3, 2],
  [5, 1],
] as const
const CLEAN_HEAD = 3

/** How long a chain is, as such a multiple: clients begin at different blocks of one chain, which is made once. */
const LENGTH = 5

/** In blocks: more than many clients read at once. */
const LONG = 130

/** In blocks: short, so that scenarios reach what is final. */
export const FINALITY = 8

/**
 * By this block a chain has its tokens. A client gets their addresses when it starts, so what can be reorganized comes after
 * it.
 */
const DEPLOYED = 16

/** As on a new network of a developer, as its clients expect it. */
const FIRST_CHAIN_ID = 1337

/** A kind of chain. */
interface Kind {
  readonly weight: number
  /** @param fork the block at which a fork begins */
  spec(fork: number): Spec
  /** whether a client begins at the fork: default false */
  readonly beginsAtFork?: boolean
}

const newest: Kind = { weight: 6, spec: () => ({ preset: 'latest' }) }

/** The newest fork, blocks with uncles, and forks among the newest blocks. */
const kinds = (profile: Profile): readonly Kind[] => [
  newest,
  {
    weight: profile.work.some(isAboutUncles) ? 4 : 1,
    spec: () => ({ preset: 'pow', uncleRate: [1, 2] }),
  },
  {
    weight: 1,
    spec: (fork) => ({ preset: 'latest', forks: { cancun: 0, prague: fork, osaka: fork + 3 } }),
    beginsAtFork: true,
  },
  {
    weight: 1,
    spec: (fork) => ({ preset: 'latest', forks: { osaka: 0, amsterdam: fork } }),
    beginsAtFork: true,
  },
]

function isAboutUncles({ method }: Habit): boolean {
  return method.includes('Uncle')
}

/** Chains with their endpoints. */
export function drawBase(random: Random, options: DrawOptions, profile: Profile): Base {
  const { spec, seed, chains, dialect, weights, replicas, seeds } = options
  const finality = options.finality ?? profile.finality
  const begun = Array.from({ length: chains }, (_, index) => {
    const lengthMin = random.chance(1, 20) ? LONG / (finality ?? FINALITY) : 0
    const drawn = Math.max(lengthMin, random.pickWeighted(HEADS) ?? CLEAN_HEAD)
    const kind = random.pickWeighted(kinds(profile).map((each) => [each, each.weight])) ?? newest
    const length = kind.beginsAtFork ? CLEAN_HEAD : drawn
    return begunChain(withChainId(spec, index), length, finality, kind)
  })
  return {
    seed: `${seed}-${random.below(seeds)}`,
    ...withChains(begun),
    endpoints: begun.flatMap(({ head }, index) =>
      drawEndpoints(random, {
        index,
        head,
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
  const begun = Array.from({ length: chains }, (_, index) =>
    begunChain(withChainId(spec, index), CLEAN_HEAD, finality),
  )
  return {
    seed: `${seed}-0`,
    ...withChains(begun),
    endpoints: begun.map(({ head }, index) => {
      return { key: nodeKey(index), ...chainOf(index), dialect, ...head }
    }),
    steps: [],
  }
}

/** A chain as clients find it. */
interface BegunChain {
  readonly spec: Spec
  /** the block at which nodes begin, if it is not the last */
  readonly head: Pick<ScenarioEndpoint, 'head'>
}

/** @param length how many blocks there are when a client begins, as a multiple of what is not final */
function begunChain(
  given: Scenario['spec'],
  length: number,
  finality = FINALITY,
  kind = newest,
): BegunChain {
  const fork = kind.spec(blocksOf(CLEAN_HEAD, finality))
  const chainLength = Math.max(length, LENGTH)
  const blocks = blocksOf(chainLength, finality)
  const spec = chainSpec({ blocks, ...given }, chainLength, finality, fork)
  const isWhole = given?.blocks !== undefined || length >= LENGTH
  return { spec, head: isWhole ? {} : { head: blocksOf(length, finality) } }
}

/** @param multiple of what is not final */
function blocksOf(multiple: number, finality: number): number {
  return Math.max(Math.ceil(multiple * finality), finality + DEPLOYED)
}

/**
 * Blocks have transfers on every branch, so that a missed or repeated block shows in any table.
 *
 * @param length as a multiple of what is not final
 * @param finality in blocks
 * @param kind of chain; the user may have said something else
 */
export function chainSpec(
  spec: Scenario['spec'],
  length: number,
  finality = FINALITY,
  kind: Spec = newest.spec(0),
): Spec {
  const isChosen = spec?.preset !== undefined || spec?.forks !== undefined
  return {
    ...(isChosen ? undefined : kind),
    blocks: Math.ceil(length * finality),
    // The blocks of a long one are quick to make.
    transactionsPerBlock: length > LENGTH ? [1, 1] : [2, 4],
    // No more tokens are deployed than there are when a client starts.
    traffic: { 'token-transfer': 1_000_000, 'token-creation': 0 },
    finality: { safe: Math.ceil(finality / 2), finalized: finality },
    ...spec,
  }
}

function withChains([first, ...others]: readonly BegunChain[]): Pick<Scenario, 'spec' | 'chains'> {
  const spec = first?.spec
  if (others.length === 0) return { spec }
  const named = others.map((each, index) => [chainOf(index + 1).chain, { spec: each.spec }])
  return { spec, chains: Object.fromEntries(named) }
}

function withChainId(spec: Scenario['spec'], index: number): Scenario['spec'] {
  return index === 0 ? spec : { ...spec, chainId: (spec?.chainId ?? FIRST_CHAIN_ID) + index }
}
