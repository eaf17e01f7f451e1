import { OmmerError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type ForkChoices, scheduleForks } from '../protocol/forkSchedule.ts'
import { forkNames } from '../protocol/forks.ts'
import { CHAIN_ID, type Rules } from '../protocol/rules.ts'
import { POW_SECONDS_MAX } from '../protocol/timing.ts'
import { type Preset, presetNames, presets } from './presets.ts'
import { type KindName, kindNames } from './trafficKindNames.ts'

/** What a chain is to be. Everything about it follows from this and from nothing else. */
export interface ChainSpec {
  /** Any text, or a safe integer, which counts as its decimal text. Default `'ommer'`. */
  readonly seed?: string | number
  /** How many blocks the chain has above genesis: 0 to 1,000,000. Default 128. */
  readonly blocks?: number
  /**
   * Which rules it runs under. Default `'history'`: proof of work, the merge with block 32, then a fork every eight
   * blocks up to the newest. `'eras'`: every fork from Frontier on, one every six blocks. `'pow'`: London for ever.
   * `'latest'`: the newest fork from genesis on.
   */
  readonly preset?: Preset
  /**
   * A schedule of your own in place of the preset's: for each fork the block with which it comes, or after the merge
   * `{ timestamp }`, in seconds since 1970. A fork that is not mentioned comes with the next one that is.
   */
  readonly forks?: ForkChoices
  /**
   * How many transactions a block holds, [fewest, most]. By default it varies as on a live network: some empty
   * blocks, mostly a handful, one in 32 with 50 and more.
   */
  readonly transactionsPerBlock?: readonly [number, number]
  /**
   * How often each kind of transaction comes, relative to the others: whole numbers up to 1,000,000, 0 for never. Kinds
   * that are not named keep the weights they have by default.
   */
  readonly traffic?: TrafficWeights
  /**
   * How many blocks include uncles under proof of work, [part, whole]: [1, 8] is one in eight. By default it is one in
   * every window of eight blocks, so that a short chain has some, too.
   */
  readonly uncleRate?: readonly [number, number]
  /** How long a block takes under proof of work, [fewest, most] seconds: 1 to 26. Default [1, 26]. */
  readonly blockSeconds?: readonly [number, number]
  /**
   * In gas: 1,000,000 to 1,000,000,000. What does not fit is left out of a block. Up to London, which doubles
   * it, half. Default 6,000,000.
   */
  readonly gasLimit?: number
  /** How many funded accounts send transactions: 2 to 1,000. Default 10. */
  readonly accounts?: number
  /** How far, in blocks, the `safe` and `finalized` tags lie behind the head. Default 32 and 64. */
  readonly finality?: Finality
  /** What transactions are signed for (EIP-155): 1 to 2^48. Default 1337. */
  readonly chainId?: number
}

/** How far, in blocks, tags lie behind the head. */
export interface Finality {
  readonly safe: number
  readonly finalized: number
}

/** By the name of the kind. */
export type TrafficWeights = Readonly<Partial<Record<KindName, number>>>

/** A spec with every choice made. */
export interface ResolvedSpec
  extends Required<Omit<ChainSpec, 'seed' | 'transactionsPerBlock' | 'uncleRate' | 'forks'>> {
  readonly seed: string
  readonly rules: Rules
  /** undefined: those of the preset */
  readonly forks: ForkChoices | undefined
  /** undefined: some in every window of eight blocks */
  readonly uncleRate: readonly [number, number] | undefined
  /** undefined: as on a live network */
  readonly transactionsPerBlock: readonly [number, number] | undefined
  /** what all random draws are keyed with: the seed at a fixed length */
  readonly seedKey: string
}

/** A spec has a field that is unknown, of the wrong type or out of range; `path` names it. */
export class SpecError extends OmmerError {
  readonly path: string

  constructor(path: string, problem: string) {
    super('INVALID_SPEC', `${path}: ${problem}`)
    this.path = path
  }
}

const KNOWN_FIELDS = [
  'seed',
  'blocks',
  'preset',
  'forks',
  'transactionsPerBlock',
  'traffic',
  'uncleRate',
  'blockSeconds',
  'gasLimit',
  'accounts',
  'finality',
  'chainId',
] as const satisfies readonly (keyof ChainSpec)[]

/**
 * Checks a spec and fills in its defaults.
 *
 * @throws {SpecError} where a field is not as `ChainSpec` says
 */
export function resolveSpec(spec: ChainSpec = {}): ResolvedSpec {
  requireKnownFields('spec', spec, KNOWN_FIELDS)
  const seed = resolveSeed(spec.seed ?? 'ommer')
  const preset = requirePreset(spec.preset ?? 'history')
  const chainId = requireInteger('chainId', spec.chainId ?? CHAIN_ID, 1, 2 ** 48)
  return {
    seed,
    seedKey: toHex(keccak256(Buffer.from(seed, 'utf8'))).slice(2, 18),
    blocks: requireInteger('blocks', spec.blocks ?? 128, 0, 1_000_000),
    preset,
    rules: resolveRules(preset, spec.forks, chainId),
    forks: spec.forks,
    transactionsPerBlock:
      spec.transactionsPerBlock === undefined
        ? undefined
        : requireRange('transactionsPerBlock', spec.transactionsPerBlock, 0, 10_000),
    traffic: requireTraffic(spec.traffic ?? {}),
    uncleRate: spec.uncleRate === undefined ? undefined : requireRate('uncleRate', spec.uncleRate),
    blockSeconds: requireRange(
      'blockSeconds',
      spec.blockSeconds ?? [1, POW_SECONDS_MAX],
      1,
      POW_SECONDS_MAX,
    ),
    gasLimit: requireInteger('gasLimit', spec.gasLimit ?? 6_000_000, 1_000_000, 1_000_000_000),
    accounts: requireInteger('accounts', spec.accounts ?? 10, 2, 1000),
    finality: requireFinality(spec.finality ?? { safe: 32, finalized: 64 }),
    chainId,
  }
}

function resolveSeed(seed: unknown): string {
  if (Number.isSafeInteger(seed)) return String(seed)
  // Half of a surrogate pair has no UTF-8: all such seeds would give one chain.
  if (typeof seed === 'string' && seed !== '' && seed.isWellFormed()) return seed
  throw new SpecError('seed', `${show(seed)} is neither a safe integer nor a text`)
}

function requirePreset(preset: unknown): Preset {
  const found = presetNames.find((name) => name === preset)
  if (found === undefined) {
    throw new SpecError('preset', `${show(preset)} is none of: ${presetNames.join(', ')}`)
  }
  return found
}

function resolveRules(preset: Preset, chosen: unknown, chainId: number): Rules {
  const { genesisTimestamp, forks: presetForks } = presets[preset]
  const choices = chosen === undefined ? presetForks : requireForks(chosen)
  const forks = scheduleForks(choices, genesisTimestamp)
  if ('problem' in forks) throw new SpecError(`forks.${forks.fork}`, forks.problem)
  return { chainId, genesisTimestamp, forks }
}

function requireForks(forks: unknown): ForkChoices {
  requireKnownFields('forks', forks, forkNames)
  for (const [name, choice] of Object.entries(forks as Record<string, unknown>)) {
    const path = `forks.${name}`
    if (name === 'chainstart' && choice !== 0) throw new SpecError(path, 'it is genesis: 0')
    if (typeof choice === 'object' && choice !== null) {
      requireKnownFields(path, choice, ['timestamp'])
      requireInteger(`${path}.timestamp`, (choice as { timestamp?: unknown }).timestamp, 0, 2 ** 40)
    } else {
      requireInteger(path, choice, 0, 1_000_000_000)
    }
  }
  return forks as ForkChoices
}

function requireTraffic(traffic: unknown): TrafficWeights {
  requireObject('traffic', traffic)
  for (const [name, weight] of Object.entries(traffic)) {
    const path = `traffic.${name}`
    if (!kindNames.some((known) => known === name)) {
      throw new SpecError(path, `there is no such kind; those known are: ${kindNames.join(', ')}`)
    }
    requireInteger(path, weight, 0, 1_000_000)
  }
  return traffic as TrafficWeights
}

function requireRange(
  path: string,
  range: unknown,
  low: number,
  high: number,
): readonly [number, number] {
  const [fewest, most] = requirePair(path, range, '[fewest, most]')
  const lower = requireInteger(`${path}[0]`, fewest, low, high)
  return [lower, requireInteger(`${path}[1]`, most, lower, high)]
}

function requireRate(path: string, rate: unknown): readonly [number, number] {
  const [part, whole] = requirePair(path, rate, '[part, whole]')
  const all = requireInteger(`${path}[1]`, whole, 1, 1_000_000)
  return [requireInteger(`${path}[0]`, part, 0, all), all]
}

function requirePair(path: string, pair: unknown, form: string): readonly [unknown, unknown] {
  if (!Array.isArray(pair) || pair.length !== 2) {
    throw new SpecError(path, `${show(pair)} is not a pair ${form}`)
  }
  return [pair[0], pair[1]]
}

function requireFinality(finality: unknown): Finality {
  requireKnownFields('finality', finality, ['safe', 'finalized'])
  const { safe, finalized } = finality as { safe: unknown; finalized: unknown }
  const safeDistance = requireInteger('finality.safe', safe, 0, 1_000_000)
  return {
    safe: safeDistance,
    finalized: requireInteger('finality.finalized', finalized, safeDistance, 1_000_000),
  }
}

function requireInteger(path: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new SpecError(path, `${show(value)} is not a whole number from ${low} to ${high}`)
  }
  return value
}

function requireObject(path: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SpecError(path, `${show(value)} is not an object`)
  }
}

function requireKnownFields(path: string, value: unknown, known: readonly string[]): void {
  requireObject(path, value)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SpecError(
      path === 'spec' ? unknown : `${path}.${unknown}`,
      `there is no such field; those known are: ${known.join(', ')}`,
    )
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
