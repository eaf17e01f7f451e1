import { setMaxListeners } from 'node:events'
import { toAccount } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import { fundedSigners } from '../chain/genesis/fundedSigners.ts'
import { resolveSpec } from '../chain/spec/spec.ts'
import { keccakReady } from '../primitives/keccak.ts'
import { readQuantity } from '../record/quantity.ts'
import { RecordError } from '../record/recordError.ts'
import { readForkBlock } from './forkBlock.ts'
import { forkChain, stateBlockOf } from './forkChain.ts'
import { ForkError } from './forkError.ts'
import { type ForkOptions, resolveForkOptions } from './forkOptions.ts'
import { readPin } from './pin.ts'
import { readRules } from './readRules.ts'
import { chooseAccess } from './stateAccess.ts'
import { Upstream } from './upstream.ts'

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
  const { rpc, headers, clock } = options
  const signal = linked(options.signal)
  const upstream = connect([rpc].flat(), { headers, ...PATIENCE, clock, signal })
  const chainId = readQuantity(await upstream.get('eth_chainId'))
  if (chainId === undefined || chainId === 0)
    throw new ForkError('the node states no chain id', 'rpc')
  const pin = await readPin(upstream, chainId, readForkBlock(options.block))
  const access = await chooseAccess(upstream, stateBlockOf(pin.sealed), options.proofs)
  const { forks, ...fields } = options.spec
  const { rules, warning } = await readRules(upstream, { chainId, forks, block: pin.json })
  if (warning !== undefined && options.strict) throw new ForkError(warning, 'strict')
  const resolved = resolveSpec({ preset: 'latest', ...fields, blocks: 0, accounts: 0 })
  const spec = { ...resolved, chainId, rules }
  const { mnemonic } = await fundedSigners(spec)
  const warnings = warning === undefined ? [] : [warning]
  return forkChain({ upstream, pin, access, spec, accounts: mnemonic.map(toAccount), warnings })
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
