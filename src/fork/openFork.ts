import { setMaxListeners } from 'node:events'
import { toAccount } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import { fundedSigners } from '../chain/genesis/fundedSigners.ts'
import { resolveSpec } from '../chain/spec/spec.ts'
import { keccakReady } from '../primitives/keccak.ts'
import { readQuantity } from '../record/quantity.ts'
import { RecordError } from '../record/recordError.ts'
import { readForkBlock } from './forkBlock.ts'
import { forkChain } from './forkChain.ts'
import { ForkError } from './forkError.ts'
import { type ForkOptions, type ResolvedForkOptions, resolveForkOptions } from './forkOptions.ts'
import { stateBlockOf } from './networkState.ts'
import { readPin } from './pin.ts'
import { readRules } from './readRules.ts'
import { chooseAccess } from './stateAccess.ts'
import { Upstream } from './upstream.ts'
import { OfflineUpstream } from './witness/offlineUpstream.ts'
import { type Network, recallNetwork } from './witness/recallNetwork.ts'
import { Witness } from './witness/witness.ts'
import { choosePin } from './witness/witnessPin.ts'

/** How long a response may take, in milliseconds, and how often a request is sent. */
const PATIENCE = { timeoutMs: 30_000, tries: 5 }

/**
 * Forks a network.
 *
 * @throws {ForkError} if an option is invalid, or the network cannot be forked
 * @throws {UpstreamError} if the node does not answer, or with something wrong
 */
export async function openFork(given: ForkOptions): Promise<Chain> {
  await keccakReady
  const options = resolveForkOptions(given)
  const { rpc = [], headers, clock, offline } = options
  const signal = linked(options.signal)
  const witness = options.witness && new Witness(options.witness, { isWritten: !offline })
  const kept = witness && choosePin(witness, readForkBlock(options.block))
  const upstream =
    offline && witness && kept
      ? new OfflineUpstream(witness.path, kept, signal)
      : connect([rpc].flat(), { headers, ...PATIENCE, clock, signal })
  const { chainId, pin, access, rules, warning } =
    witness && kept
      ? await recallNetwork(witness, kept, upstream, options)
      : await readNetwork(upstream, witness || undefined, options)
  const { forks: _, ...fields } = options.spec
  if (warning !== undefined && options.strict) throw new ForkError(warning, 'strict')
  const resolved = resolveSpec({ preset: 'latest', ...fields, blocks: 0, accounts: 0 })
  const spec = { ...resolved, chainId, rules }
  const { mnemonic } = await fundedSigners(spec)
  const warnings = warning === undefined ? [] : [warning]
  const accounts = mnemonic.map(toAccount)
  return forkChain({
    upstream,
    witness: witness || undefined,
    pin,
    access,
    spec,
    accounts,
    warnings,
  })
}

async function readNetwork(
  upstream: Upstream,
  witness: Witness | undefined,
  options: ResolvedForkOptions,
): Promise<Network> {
  const chainId = readQuantity(await upstream.get('eth_chainId'))
  if (chainId === undefined || chainId === 0)
    throw new ForkError('the node states no chain id', 'rpc')
  const pin = await readPin(upstream, chainId, readForkBlock(options.block))
  const block = stateBlockOf(pin.sealed)
  const kept = witness?.pins.find(({ hash }) => hash === block.hash)
  if (witness !== undefined && kept !== undefined) {
    return recallNetwork(witness, kept, upstream, options)
  }
  const access = await chooseAccess(upstream, block, options.proofs)
  const { forks } = options.spec
  const network = await readRules(upstream, { chainId, forks, block: pin.json })
  witness?.addPin({ ...block, isProven: access.isProven, ...network }, pin.whole)
  return { chainId, pin, access, ...network }
}

/** A signal for any number of requests, each of which listens to it. */
function linked(signal: AbortSignal | undefined): AbortSignal {
  const stop = AbortSignal.any(signal === undefined ? [] : [signal])
  setMaxListeners(0, stop)
  return stop
}

function connect(
  rpc: readonly string[],
  options: Omit<ConstructorParameters<typeof Upstream>[0], 'rpc'>,
) {
  try {
    return new Upstream({ ...options, rpc })
  } catch (cause) {
    if (!(cause instanceof RecordError)) throw cause
    throw new ForkError(cause.problem, cause.path, { cause })
  }
}
