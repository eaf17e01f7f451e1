import { setMaxListeners } from 'node:events'
import { toAccount } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import type { ForkPin } from '../chain/forkPin.ts'
import { fundedSigners } from '../chain/genesis/fundedSigners.ts'
import { resolveSpec } from '../chain/spec/spec.ts'
import { readHeaderOfFile } from '../log/file/readJournal.ts'
import type { Hex } from '../primitives/hex.ts'
import { keccakReady } from '../primitives/keccak.ts'
import { RecordError } from '../record/recordError.ts'
import { unverifiedWarning } from './foreignNetworks.ts'
import { readForkBlock } from './forkBlock.ts'
import { forkChain } from './forkChain.ts'
import { ForkError } from './forkError.ts'
import { type ForkOptions, type ResolvedForkOptions, resolveForkOptions } from './forkOptions.ts'
import { openedForks } from './openedForks.ts'
import { readPin, youngWarning } from './pin.ts'
import { readChainId, readRules } from './readRules.ts'
import { type Network, recallNetwork } from './recallNetwork.ts'
import { type FoundTransaction, findTransaction, repeatUpTo } from './repeatUpTo.ts'
import { requireOneNetwork } from './requireOneNetwork.ts'
import { requireWanted, uncertaintiesOf } from './requireWanted.ts'
import { chooseAccess } from './state/chooseAccess.ts'
import { stateBlockOf } from './state/stateRequests.ts'
import { Upstream } from './upstream.ts'
import { OfflineUpstream } from './witness/offlineUpstream.ts'
import { Witness } from './witness/witness.ts'
import { choosePin } from './witness/witnessPin.ts'

/** In milliseconds: how long the start waits for nodes that are needed only if the first one fails. */
const OTHER_NODE_MS = 2000

/** Another block for an endpoint. */
interface ForkReset {
  /** of the network in which it stays, which the folder of an offline fork has; undefined for any */
  readonly chainId: number | undefined
}

/**
 * Forks a network.
 *
 * @param reset goes to the block that the network has now, although the folder may have another one
 * @throws {ForkError} if an option is invalid, or the network cannot be forked
 * @throws {UpstreamError} if the node does not answer, or with something wrong
 */
export async function openFork(given: ForkOptions, reset?: ForkReset): Promise<Chain> {
  await keccakReady
  const options = resolveForkOptions(given)
  const { offline, signal, transaction, isCommand } = options
  const witness =
    options.witness === undefined
      ? undefined
      : new Witness(options.witness, { isWritten: !offline })
  const { journal } = options
  const header = journal === undefined ? undefined : await readHeaderOfFile(journal)
  const begun = options.pin ?? header?.chain.fork
  const block = begun ? hashOf(begun, options) : readForkBlock(options.block)
  const nodes = offline ? undefined : connect(options)
  // A folder may have blocks of several networks.
  const chainId = nodes === undefined ? reset?.chainId : await chainIdOf(nodes, options)
  const mayChoose = witness !== undefined && (offline || reset === undefined)
  const kept = mayChoose ? choosePin(witness, block, chainId) : undefined
  const upstream =
    nodes === undefined && witness && kept
      ? new OfflineUpstream(witness.path, isCommand, linked(signal))
      : (nodes ?? connect(options))
  const last = transaction && (await findTransaction(upstream, transaction))
  const isOfJournal = begun !== undefined
  const keeper = { name: kept && witness ? witness.path : 'the journal', isOfJournal, witness }
  const pinned = kept ?? begun
  const network = pinned
    ? await recallNetwork(pinned, keeper, upstream, options)
    : await readNetwork(upstream, witness, last, options)
  const chain = await chainOf({ upstream, witness, network, isOfJournal }, options)
  if (last !== undefined) await repeatUpTo(chain, last)
  const { chainId: networkChainId, pin, access } = network
  const first = options.first ?? { urls: [options.rpc ?? []].flat(), headers: options.headers }
  openedForks.set(chain, { options, first, upstream, networkChainId, pin, access })
  return chain
}

/** The chain id of all nodes, as far as they answer. */
async function chainIdOf(nodes: Upstream, options: ResolvedForkOptions): Promise<number> {
  const { rpc, timeout } = options
  const chainId = await readChainId(nodes)
  const once = { ...options, retries: 0, timeout: Math.min(timeout, OTHER_NODE_MS) }
  const others = [rpc ?? []].flat().slice(1)
  const each = others.map((url) => connect({ ...once, rpc: url }))
  await requireOneNetwork(chainId, each)
  return chainId
}

/** The hash of a block that a journal has named: unless the options name another one. */
function hashOf({ number, hash }: ForkPin, { block: given }: ResolvedForkOptions): Hex {
  const block = given === 'earliest' ? 0 : readForkBlock(given)
  // A tag, or a number that counts back from one, may name another block by now.
  const mayMove = typeof block === 'number' ? block < 0 : block?.startsWith('0x') !== true
  if (mayMove || block === number || block === hash) return hash
  throw new ForkError(`the journal was begun for a fork of block ${number}, ${hash}`, 'block')
}

interface Opened {
  readonly upstream: Upstream
  readonly witness: Witness | undefined
  readonly network: Network
  /** whether a journal has named the block */
  readonly isOfJournal: boolean
}

async function chainOf(
  { network, ...opened }: Opened,
  { spec: given, clock }: ResolvedForkOptions,
): Promise<Chain> {
  const { chainId: networkChainId, pin, access, rules, areGiven } = network
  const { pinWarning = [] } = network
  const warnings = [...uncertaintiesOf(network), unverifiedWarning(pin) ?? [], pinWarning].flat()
  const { forks: _, ...fields } = given
  const resolved = resolveSpec({ preset: 'latest', ...fields, blocks: 0, accounts: 0 })
  // Networks may have larger ids than a spec.
  const chainId = given.chainId ?? networkChainId
  const spec = { ...resolved, chainId, rules: { ...rules, chainId } }
  const { mnemonic } = await fundedSigners(spec)
  const accounts = mnemonic.map(toAccount)
  const { number, hash } = pin.sealed
  const { isProven } = access
  const forkPin = { number, hash, isProven, rules, warning: network.warning, areGiven }
  const parts = { networkChainId, pin, access, forkPin, spec, accounts, warnings, clock }
  return forkChain({ ...opened, ...parts })
}

/** @param last the transaction after which the chain goes on; undefined: as the options say */
async function readNetwork(
  upstream: Upstream,
  witness: Witness | undefined,
  last: FoundTransaction | undefined,
  options: ResolvedForkOptions,
): Promise<Network> {
  const chainId = upstream.chainId ?? (await readChainId(upstream))
  const block = last === undefined ? readForkBlock(options.block) : last.block.sealed.number - 1
  const pin = await readPin(upstream, chainId, block)
  const stateBlock = stateBlockOf(pin.sealed)
  const kept = witness?.pins.find(({ hash }) => hash === stateBlock.hash)
  if (witness !== undefined && kept !== undefined) {
    const keeper = { name: witness.path, isOfJournal: false, witness }
    return recallNetwork(kept, keeper, upstream, options)
  }
  const access = await chooseAccess(upstream, stateBlock, options.proofs)
  const { forks } = options.spec
  const rules = await readRules(upstream, { chainId, forks, block: pin.json })
  const latest = options.isCommand ? '--fork-block latest' : "block: 'latest'"
  const pinWarning = block === undefined ? await youngWarning(upstream, pin, latest) : undefined
  const network = { chainId, pin, access, pinWarning, ...rules }
  requireWanted(network, options)
  witness?.addPin({ ...stateBlock, isProven: access.isProven, ...rules }, pin.whole)
  return network
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
      rpc: [rpc ?? []].flat(),
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
