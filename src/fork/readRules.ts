import type { NetworkRules } from '../chain/forkPin.ts'
import { blobLimits } from '../chain/protocol/blobGas.ts'
import { type ForkChoices, scheduleForks } from '../chain/protocol/forkSchedule.ts'
import { type ForkName, forkNames, isScheduledByTime } from '../chain/protocol/forks.ts'
import { precompilesOf } from '../chain/protocol/precompiles.ts'
import type { Rules } from '../chain/protocol/rules.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import type { Hex } from '../primitives/hex.ts'
import { isObject } from '../primitives/input.ts'
import { readQuantity } from '../record/quantity.ts'
import { systemContractsOf } from '../rpc/forkConfig.ts'
import { ForkError } from './forkError.ts'
import { networks } from './networks.ts'
import type { Upstream } from './upstream.ts'

interface Wanted {
  /** of the network */
  readonly chainId: number
  /** the schedule that the user gives */
  readonly forks: ForkChoices | undefined
  /** the pinned block, whose hash was checked */
  readonly block: JsonObject
}

/**
 * Asks for the chain id, which all nodes must have from then on.
 *
 * @throws {ForkError} if the node states none
 */
export async function readChainId(upstream: Upstream): Promise<number> {
  const chainId = readQuantity(await upstream.get('eth_chainId'))
  if (chainId === undefined || chainId === 0)
    throw new ForkError('the node states no chain id', 'rpc')
  upstream.chainId = chainId
  return chainId
}

/**
 * Finds out the rules of a network: those that the user gives, those that the node states (EIP-7910), those of a known
 * network, or the newest whose blocks look like the pinned one.
 *
 * @throws {ForkError} if the schedule of the user is not possible, or the node states something wrong
 * @throws {UpstreamError} if the node fails
 */
export async function readRules(upstream: Upstream, wanted: Wanted): Promise<NetworkRules> {
  const { chainId, forks: given, block } = wanted
  const known = networks.get(chainId)
  const { depositContract } = known ?? {}
  if (given !== undefined)
    return { rules: rulesOf(chainId, given, depositContract), warning: undefined, areGiven: true }
  const stated = await readStated(upstream, Number(block.timestamp))
  const { unknownFrom } = stated
  const warn = (problem: string, followed: string) =>
    `chain ${chainId}: ${problem}: new blocks follow ${followed}; --forks sets others`
  const unknown = `the rules that the node states from time ${unknownFrom} on (eth_config) are of no fork that ommer knows`
  const warning = unknownFrom === undefined ? undefined : warn(unknown, 'those that it knows')
  if (!('problem' in stated)) {
    const contract = stated.depositContract ?? depositContract
    return { rules: rulesOf(chainId, stated.forks, contract), warning }
  }
  if (known !== undefined) {
    return { rules: rulesOf(chainId, known.forks, depositContract), warning }
  }
  const fork = newestLike(block)
  return {
    rules: rulesOf(chainId, fromGenesis(fork), undefined),
    warning: warn(stated.problem, `those of ${fork}`),
  }
}

function rulesOf(chainId: number, choices: ForkChoices, depositContract: Hex | undefined): Rules {
  const byBlock = Object.entries(choices).find(([name, at]) => {
    return isScheduledByTime(name as ForkName) && typeof at === 'number' && at > 0
  })
  if (byBlock !== undefined) {
    const [name, at] = byBlock
    throw new ForkError(`${name}: block ${at}: on a network it activates at a time`, 'forks')
  }
  const forks = scheduleForks(choices, BEFORE_ALL)
  if ('problem' in forks) throw new ForkError(`${forks.fork}: ${forks.problem}`, 'forks')
  return {
    chainId,
    genesisTimestamp: 0,
    forks,
    mayLackQueues: true,
    ...(depositContract && { depositContract }),
  }
}

/** Nothing says when the merge was: whatever is scheduled by time comes after it. */
const BEFORE_ALL = -(2 ** 50)

/** A schedule on which a fork is active from the beginning. */
function fromGenesis(fork: ForkName): ForkChoices {
  const isMerged = forkNames.indexOf(fork) >= forkNames.indexOf('paris')
  return { ...(isMerged && { paris: 0 }), [fork]: 0 }
}

interface Stated {
  readonly forks: ForkChoices
  readonly depositContract: Hex | undefined
  /** the time of the first rules that are of no fork that ommer knows */
  readonly unknownFrom: number | undefined
}

interface Unstated extends Pick<Stated, 'unknownFrom'> {
  /** why the rules of the pinned block are not known */
  readonly problem: string
}

/**
 * What the node states. Some do not, but a failure that passes must not decide the rules.
 *
 * @throws {UpstreamError} if it fails
 * @throws {ForkError} if it states something wrong
 */
async function readStated(upstream: Upstream, pinTime: number): Promise<Stated | Unstated> {
  const options = { instead: '--forks sets the rules instead' }
  const config = await upstream.decide('eth_config', [], options)
  const answer = Object('value' in config && config.value)
  const { current, next, last } = answer as Partial<Record<string, JsonObject>>
  if (!isObject(current)) {
    return {
      problem: 'the node does not state its rules (eth_config), and ommer does not know them',
      unknownFrom: undefined,
    }
  }
  const all = [current, next, last].filter((each) => isObject(each))
  const unknown = all.filter((each) => forkOf(each) === undefined).map(timeOf)
  const unknownFrom = unknown.length > 0 ? Math.min(...unknown) : undefined
  const began = forkOf(current)
  if (began === undefined) {
    const problem = 'the rules that the node states (eth_config) are of no fork that ommer knows'
    return { problem, unknownFrom }
  }
  if (timeOf(current) > pinTime) {
    const problem = `the node states the rules of ${began} and later (eth_config), but not those of the pinned block, which is older`
    return { problem, unknownFrom }
  }
  const forks: Record<string, ForkChoices[ForkName]> = { paris: 0 }
  for (const each of all) {
    const named = forkOf(each)
    if (named !== undefined) forks[named] ??= { timestamp: timeOf(each) }
  }
  return { forks, depositContract: depositContractOf(current), unknownFrom }
}

/** @throws {ForkError} if it is no address */
function depositContractOf({ systemContracts }: JsonObject): Hex | undefined {
  const stated: unknown = Object(systemContracts).DEPOSIT_CONTRACT_ADDRESS ?? undefined
  if (stated === undefined) return undefined
  if (typeof stated === 'string' && /^0x[\da-f]{40}$/i.test(stated)) return stated as Hex
  const problem = `the deposit contract that the node states (eth_config) is no address: ${JSON.stringify(stated).slice(0, 80)}`
  throw new ForkError(problem, 'forks')
}

/** The fork that a configuration describes: its names are not in it, but what differs between them is. */
function forkOf({ activationTime, blobSchedule, precompiles, systemContracts }: JsonObject) {
  if (!Number.isSafeInteger(Number(activationTime))) return undefined
  const contracts = namesIn(systemContracts)
  return forkNames.findLast(
    (name) =>
      isSame(blobSchedule, blobLimits(name)) &&
      isSame(precompiles, precompilesOf(name)) &&
      hasContracts(contracts, name),
  )
}

/** When a configuration is active, in seconds since 1970. */
function timeOf({ activationTime }: JsonObject): number {
  const time = Number(activationTime)
  return Number.isSafeInteger(time) ? time : 0
}

/** Whether all contracts of a fork are stated. `geth --dev` adds those of later forks, which it does not call. */
function hasContracts(stated: readonly string[], fork: ForkName): boolean {
  const called = namesIn(systemContractsOf(fork, {}))
  return called.every((name) => stated.includes(name)) && stated.every(isKnownContract)
}

function isKnownContract(name: string): boolean {
  return name in systemContractsOf('amsterdam', {})
}

function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : []
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

/** Without the order of members, and the case of addresses. */
function textOf(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value ?? null)
  return JSON.stringify(
    Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toLowerCase()
}

/** The newest fork whose headers have the fields of a block. */
function newestLike(block: JsonObject): ForkName {
  const has = (name: string) => block[name] !== undefined && block[name] !== null
  if (has('blockAccessListHash')) return 'amsterdam'
  if (has('requestsHash')) return 'bpo2'
  if (has('parentBeaconBlockRoot')) return 'cancun'
  if (has('withdrawalsRoot')) return 'shanghai'
  if (!has('baseFeePerGas')) return 'berlin'
  return BigInt(String(block.difficulty ?? 0)) === 0n ? 'paris' : 'grayGlacier'
}
