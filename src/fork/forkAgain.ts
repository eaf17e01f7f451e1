import type { Chain } from '../chain/chain.ts'
import { readHash } from '../formats/readHash.ts'
import { ForkError } from './forkError.ts'
import { accountFields, type ForkOptions, type ResolvedForkOptions } from './forkOptions.ts'
import { stateBlockOf } from './networkState.ts'
import { isNodeOf, openedForks } from './openedForks.ts'
import { connect, openFork } from './openFork.ts'
import { readChainId } from './readRules.ts'
import { chooseAccess } from './stateAccess.ts'

/** What differs from how the chain was forked before. */
interface Changed {
  readonly rpc?: string | undefined
  readonly block?: number | undefined
}

/**
 * Forks a network as a chain was forked.
 *
 * @param chain may be no fork: then the fork has its accounts
 * @throws {ForkError | UpstreamError} as `openFork`
 */
export async function forkAgain(chain: Chain, { rpc, block }: Changed): Promise<Chain> {
  const { options } = openedForks.get(chain) ?? {}
  if (options === undefined) {
    if (rpc === undefined) throw new ForkError('the chain is no fork: it needs a URL', 'rpc')
    return openFork({ rpc, block, spec: accountsOf(chain) })
  }
  if (rpc !== undefined) requireOnline(options)
  const { transaction, journal, pin, headers, ...others } = options
  return openFork({
    ...others,
    // Headers may have API keys, which only these nodes may see.
    headers: rpc === undefined || isNodeOf(chain, rpc) ? headers : [],
    rpc: rpc ?? options.rpc,
    block,
  })
}

/**
 * Switches a fork to another node of its network.
 *
 * @throws {ForkError} if it is of another network, does not have the pinned block, or does not give its state in the same
 *   way
 * @throws {UpstreamError} if it does not answer
 */
export async function setNode(chain: Chain, rpc: string): Promise<void> {
  const opened = openedForks.get(chain)
  if (opened === undefined) throw new ForkError('the chain is no fork', 'rpc')
  const { upstream, networkChainId, pin, access, options } = opened
  requireOnline(options)
  const headers = isNodeOf(chain, rpc) ? options.headers : []
  const other = connect({ ...options, rpc, headers })
  const [chainId, found] = await Promise.all([
    readChainId(other),
    other.get('eth_getBlockByHash', pin.sealed.hash, false),
  ])
  if (chainId !== networkChainId)
    throw new ForkError(`the node is of another network than chain ${networkChainId}`, 'rpc')
  const { number, hash } = pin.sealed
  if (readHash(Object(found).hash) !== hash)
    throw new ForkError(`the node does not have block ${number}, ${hash}`, 'rpc')
  const mode = access.isProven ? 'require' : 'off'
  const { isByHash } = await chooseAccess(other, stateBlockOf(pin.sealed), mode)
  if (isByHash !== access.isByHash)
    throw new ForkError('the node names blocks in another way than the one before', 'rpc')
  upstream.replaceNodes(other)
  opened.options = { ...options, rpc, headers }
}

function requireOnline({ offline }: ResolvedForkOptions): void {
  if (offline) throw new ForkError('the fork is offline: it asks no node', 'rpc')
}

/** The fields of a chain's spec that decide which accounts can sign. */
function accountsOf({ spec }: Chain): ForkOptions['spec'] {
  const fields = accountFields.map((name) => [name, spec[name]] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
