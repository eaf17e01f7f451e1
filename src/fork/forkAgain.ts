import type { Chain } from '../chain/chain.ts'
import { type RecordClock, systemClock } from '../record/recordClock.ts'
import { ForkError } from './forkError.ts'
import {
  accountFields,
  type ForkOptions,
  type ResolvedForkOptions,
  resolveForkOptions,
} from './forkOptions.ts'
import { inTime, late, silent } from './inTime.ts'
import { headersFor, type OpenedFork, openedForks } from './openedForks.ts'
import { connect, openFork } from './openFork.ts'
import { requireBlock } from './pin.ts'
import { readChainId } from './readRules.ts'
import { chooseAccess } from './state/chooseAccess.ts'
import { stateBlockOf } from './state/stateRequests.ts'
import type { Upstream } from './upstream.ts'

/** What differs from how the chain was forked before. */
interface Changed {
  readonly rpc?: string | undefined
  readonly block?: number | undefined
  /** ends the attempt, but not what the chain reads later */
  readonly signal?: AbortSignal | undefined
  /** whether to read the accounts with known keys, too */
  readonly readsAccounts?: boolean | undefined
}

/**
 * Forks a network as a chain was forked.
 *
 * @param chain may be no fork: then the fork has its accounts
 * @throws {ForkError | UpstreamError} as `openFork`
 */
export async function forkAgain(
  chain: Chain,
  { signal, readsAccounts, ...changed }: Changed,
): Promise<Chain> {
  const { options: { clock = systemClock } = {}, networkChainId } = openedForks.get(chain) ?? {}
  const chainId = changed.rpc === undefined ? networkChainId : undefined
  const given = (ended: AbortSignal) => optionsOf(chain, changed, ended)
  await requireAnswer(clock, signal, (ended) => resolveForkOptions(given(ended)))
  return inTime(clock, signal, late, async (ended) => {
    const opened = await openFork(given(ended), { chainId })
    if (readsAccounts) await opened.readAccounts(ended)
    return opened
  })
}

/** Asks a node for one thing, before a lot is asked that may each take long. */
async function requireAnswer(
  clock: RecordClock,
  signal: AbortSignal | undefined,
  optionsOf: (ended: AbortSignal) => ResolvedForkOptions,
): Promise<void> {
  await inTime(clock, signal, silent, async (ended) => {
    const options = optionsOf(ended)
    if (!options.offline) await readChainId(connect(options))
  })
}

function optionsOf(chain: Chain, { rpc, block }: Changed, ended: AbortSignal): ForkOptions {
  const fork = openedForks.get(chain)
  if (fork === undefined) {
    if (rpc === undefined) throw new ForkError('the chain is no fork: it needs a URL', 'rpc')
    return { rpc, block, spec: accountsOf(chain), signal: ended }
  }
  const { options, first } = fork
  const { transaction, journal, pin, headers, signal, ...others } = options
  return {
    ...others,
    first,
    headers: rpc === undefined ? headers : headersFor(fork, rpc),
    rpc: options.offline ? options.rpc : (rpc ?? options.rpc),
    block,
    signal: signal === undefined ? ended : AbortSignal.any([signal, ended]),
  }
}

/**
 * Switches a fork to another node of its network.
 *
 * @throws {ForkError} if it does not have the pinned block, or does not give its state in the same way
 * @throws {UpstreamError} if it does not answer, or is of another network
 */
export async function setNode(chain: Chain, rpc: string): Promise<void> {
  const opened = openedForks.get(chain)
  if (opened === undefined) throw new ForkError('the chain is no fork', 'rpc')
  const { options } = opened
  requireOnline(options)
  const headers = headersFor(opened, rpc)
  await requireAnswer(options.clock, undefined, (ended) => ({
    ...options,
    rpc,
    headers,
    signal: ended,
  }))
  const other = await inTime(options.clock, undefined, late, async (ended) => {
    const candidate = connect({ ...options, rpc, headers, signal: ended })
    await requireSameState(opened, candidate)
    return connect({ ...options, rpc, headers })
  })
  opened.upstream.replaceNodes(other)
  opened.options = { ...options, rpc, headers }
}

async function requireSameState(
  { networkChainId, pin, access }: OpenedFork,
  other: Upstream,
): Promise<void> {
  other.chainId = networkChainId
  await requireBlock(other, pin.sealed)
  const mode = access.isProven ? 'require' : 'off'
  const { isByHash } = await chooseAccess(other, stateBlockOf(pin.sealed), mode)
  if (isByHash !== access.isByHash)
    throw new ForkError('the node names blocks in another way than the one before', 'rpc')
}

function requireOnline({ offline }: ResolvedForkOptions): void {
  if (offline) throw new ForkError('the fork is offline: it asks no node', 'rpc')
}

/** The fields of a chain's spec that decide which accounts can sign. */
function accountsOf({ spec }: Chain): ForkOptions['spec'] {
  const fields = accountFields.map((name) => [name, spec[name]] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
