import { setMaxListeners } from 'node:events'
import { toAccount } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import { fundedSigners } from '../chain/genesis/fundedSigners.ts'
import { resolveSpec } from '../chain/spec/spec.ts'
import { toQuantity } from '../primitives/hex.ts'
import { keccakReady } from '../primitives/keccak.ts'
import { readQuantity } from '../record/quantity.ts'
import { RecordError } from '../record/recordError.ts'
import { readForkBlock } from './forkBlock.ts'
import { forkChain, stateBlockOf } from './forkChain.ts'
import { ForkError } from './forkError.ts'
import { type ForkOptions, type ResolvedForkOptions, resolveForkOptions } from './forkOptions.ts'
import { openedForks } from './openedForks.ts'
import { type ReadBlock, readPin } from './pin.ts'
import { readRules } from './readRules.ts'
import { findTransaction, repeatUpTo } from './repeatUpTo.ts'
import { chooseAccess } from './stateAccess.ts'
import { Upstream } from './upstream.ts'

/**
 * Forks a network.
 *
 * @throws {ForkError} if an option is invalid, or the network cannot be forked
 * @throws {UpstreamError} if the node does not answer, or with something wrong
 */
export async function openFork(given: ForkOptions): Promise<Chain> {
  await keccakReady
  const options = resolveForkOptions(given)
  const upstream = connect(options)
  const networkChainId = await readChainId(upstream, options.networkChainId)
  const { transaction: hash } = options
  const last = hash && (await findTransaction(upstream, networkChainId, hash))
  const block = last === undefined ? readForkBlock(options.block) : last.block.sealed.number - 1
  const pin = await readPin(upstream, networkChainId, block)
  const access = await chooseAccess(upstream, stateBlockOf(pin.sealed), options.proofs)
  const { forks, ...fields } = options.spec
  const { chainId = networkChainId } = fields
  const wanted = { networkChainId, chainId, forks, block: pin.json }
  const { rules, warning } = await readRules(upstream, wanted)
  const warnings = [warning, foreignWarning(pin)].filter((each) => each !== undefined)
  if (warnings[0] !== undefined && options.strict) throw new ForkError(warnings[0], 'strict')
  const resolved = resolveSpec({ preset: 'latest', ...fields, blocks: 0, accounts: 0 })
  // That of a network may be larger than a spec allows.
  const spec = { ...resolved, chainId, rules }
  const { mnemonic } = await fundedSigners(spec)
  const accounts = mnemonic.map(toAccount)
  const chain = forkChain({ upstream, networkChainId, pin, access, spec, accounts, warnings })
  if (last !== undefined) await repeatUpTo(chain, last)
  openedForks.set(chain, { options, upstream, networkChainId, pin, access })
  return chain
}

/** The networks whose transactions have types of their own, and what ommer lacks of them. */
const foreignNetworks: readonly (readonly [test: (type: number) => boolean, lacks: string])[] = [
  [(type) => type === 0x7e, 'deposits of OP Stack, and fees for L1'],
  [
    (type) => type >= 0x64 && type <= 0x78,
    'transactions and precompiled contracts of Arbitrum, and fees for L1',
  ],
]

/** What ommer cannot execute of a network; undefined if nothing is known of that. */
function foreignWarning({ foreignTypes }: ReadBlock): string | undefined {
  if (foreignTypes.length === 0) return undefined
  const types = foreignTypes.map(toQuantity).join(', ')
  const lacks = foreignNetworks.filter(([test]) => foreignTypes.some(test)).map(([, each]) => each)
  const named = lacks.length > 0 ? `: ${lacks.join('; ')}` : ''
  return `the network has transactions of types that ommer cannot execute (${types})${named}. Blocks with them are passed on unverified, and new blocks are not those of the network`
}

async function readChainId(upstream: Upstream, wanted: number | undefined): Promise<number> {
  const chainId = readQuantity(await upstream.get('eth_chainId'))
  if (chainId === undefined || chainId === 0)
    throw new ForkError('the node states no chain id', 'rpc')
  if (wanted === undefined || chainId === wanted) return chainId
  throw new ForkError(`the network has chain id ${chainId}, not ${wanted}`, 'networkChainId')
}

/** A signal for any number of requests, each of which listens to it. */
function linked(signal: AbortSignal | undefined): AbortSignal {
  const stop = AbortSignal.any(signal === undefined ? [] : [signal])
  setMaxListeners(0, stop)
  return stop
}

type Connected = Pick<
  ResolvedForkOptions,
  'rpc' | 'headers' | 'timeout' | 'retries' | 'retryBackoff' | 'clock' | 'signal'
>

/** @throws {ForkError} if a URL or a header is invalid */
export function connect({
  rpc,
  headers,
  timeout,
  retries,
  retryBackoff,
  clock,
  signal,
}: Connected) {
  try {
    return new Upstream({
      rpc: [rpc].flat(),
      headers,
      timeoutMs: timeout,
      tries: retries + 1,
      backoffMs: retryBackoff,
      clock,
      signal: linked(signal),
    })
  } catch (cause) {
    if (!(cause instanceof RecordError)) throw cause
    throw new ForkError(cause.problem, cause.path, { cause })
  }
}
