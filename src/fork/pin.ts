import type { SealedBlock } from '../chain/encoding/block.ts'
import { addReasons } from '../chain/encoding/irregularity.ts'
import { StoredBlock } from '../chain/encoding/storedBlock.ts'
import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import type { SealedJson } from '../formats/json/seal/assemble.ts'
import { sealBlock } from '../formats/json/seal/sealBlock.ts'
import { foreignTypes, sealForeign } from '../formats/json/seal/sealForeign.ts'
import { readHash } from '../formats/readHash.ts'
import { messageOf } from '../primitives/errors.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { readQuantity } from '../record/quantity.ts'
import { readBlock } from '../record/readBlock.ts'
import type { ForkBlock } from './forkBlock.ts'
import { ForkError } from './forkError.ts'
import { type BlockWithSenders, markImpersonated } from './impersonatedBlock.ts'
import { isRefusal } from './isRefusal.ts'
import { saysNoBlock } from './saysNoBlock.ts'
import type { Upstream } from './upstream.ts'
import { wrongBlock } from './wrongBlock.ts'

/** A block of the network, whose hash and roots were checked. */
export interface ReadBlock {
  readonly json: JsonObject
  /** with its receipts */
  readonly whole: BlockJson
  readonly sealed: SealedBlock
  readonly transactionHashes: readonly Hex[]
  /** types of its transactions that ommer does not know: these and the receipts were not verified */
  readonly foreignTypes: readonly number[]
  /** whether it has transactions of impersonated accounts whose senders were not verified */
  readonly hasUnverifiedSenders: boolean
}

/** In bytes: a block, and its receipts. */
const BLOCK_BYTES_MAX = 64 * 1024 ** 2

/**
 * Finds the block that a fork goes on from. Its hash does not change any more, whatever happens to the network.
 *
 * @param wanted default: `safe`, or `latest` if the node has no safe block
 * @throws {ForkError} if there is no such block
 */
export async function readPin(
  upstream: Upstream,
  chainId: number,
  wanted: ForkBlock | undefined,
): Promise<ReadBlock> {
  const { number, hash } = await findBlock(upstream, wanted)
  const pin = await readNetworkBlock(upstream, chainId, number)
  if (pin.sealed.hash === hash) return pin
  const problem = `block ${hash} is not on the node's canonical chain, which has ${pin.sealed.hash} at ${number}`
  throw new ForkError(problem, 'block')
}

async function findBlock(
  upstream: Upstream,
  wanted: ForkBlock | undefined,
): Promise<{ readonly number: number; readonly hash: Hex }> {
  if (typeof wanted === 'number' && wanted < 0) {
    const latest = await findBlock(upstream, 'latest')
    const counted = latest.number + wanted
    if (counted >= 0) return findBlock(upstream, counted)
    throw new ForkError(`the node has no block ${wanted}: latest is ${latest.number}`, 'block')
  }
  const found =
    wanted === undefined
      ? ((await headerOf(upstream, 'safe')) ?? (await headerOf(upstream, 'latest')))
      : await headerOf(upstream, wanted)
  const [number, hash] = [readQuantity(found?.number), readHash(found?.hash)]
  if (number !== undefined && hash !== undefined) return { number, hash }
  throw new ForkError(`the node has no block ${wanted ?? 'latest'}`, 'block')
}

/**
 * Checks that a node has a block that was pinned before: a node of another network may have the same chain id.
 *
 * @throws {ForkError} if it does not
 */
export async function requireBlock(
  upstream: Upstream,
  { number, hash }: { readonly number: number; readonly hash: Hex },
): Promise<void> {
  const found = await headerOf(upstream, hash)
  if (readHash(found?.hash) === hash) return
  throw new ForkError(`the node does not have block ${number}, ${hash}`, 'rpc')
}

/**
 * What to say of a default pin that is probably not the wanted block: on young networks the safe block is the first one.
 *
 * @param latest how the user names the block that is probably wanted
 */
export async function youngWarning(
  upstream: Upstream,
  { sealed }: ReadBlock,
  latest: string,
): Promise<string | undefined> {
  if (sealed.number > 0) return undefined
  const number = readQuantity((await headerOf(upstream, 'latest'))?.number) ?? 0
  if (number === 0) return undefined
  return `the safe block of the node is 0, its latest ${number}: ${latest} forks there`
}

async function headerOf(upstream: Upstream, block: ForkBlock): Promise<JsonObject | undefined> {
  const isHash = typeof block === 'string' && block.startsWith('0x')
  const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  const name = typeof block === 'number' ? toQuantity(block) : block
  const options = { instead: '--fork-block names another block', saysNone: saysNoBlock }
  const found = await upstream.decide(method, [name, false], options)
  return 'value' in found ? ((found.value as JsonObject | null) ?? undefined) : undefined
}

/**
 * Reads a block of the node's canonical chain with its receipts, and checks it.
 *
 * @throws {UpstreamError} if a part is missing or wrong
 */
export async function readNetworkBlock(
  upstream: Upstream,
  chainId: number,
  number: number,
): Promise<ReadBlock> {
  upstream.requireOnline(`block ${number}`)
  let json: BlockJson
  try {
    json = (await readBlock(upstream, number, { bytesMax: BLOCK_BYTES_MAX, verify: true })).json
  } catch (cause) {
    const mayPass = !isRefusal(cause)
    throw upstream.masked(new UpstreamError(messageOf(cause), { cause, mayPass }))
  }
  return checkBlock(json, chainId, number).catch((error: unknown) => {
    throw upstream.masked(error)
  })
}

/**
 * Checks the hash, the roots and the senders of a block; of one with transactions of unknown types, its hash and the bloom of
 * its logs.
 *
 * @throws {UpstreamError} if a part is missing or wrong
 */
export async function checkBlock(
  whole: BlockJson,
  chainId: number,
  number: number,
): Promise<ReadBlock> {
  try {
    const types = foreignTypes(whole)
    const options = { signatures: true, impersonated: true }
    const sealed =
      types.length > 0
        ? asForeign(sealForeign(whole))
        : markImpersonated(await sealBlock(whole, { chainId }, options), whole)
    const { number: found } = sealed.sealed
    if (found !== number) throw new UpstreamError(`block ${number}: it has the number ${found}`)
    return { json: whole.block, whole, foreignTypes: types, ...sealed }
  } catch (cause) {
    throw wrongBlock(number, cause)
  }
}

/** Blocks on top of it are irregular as well. */
function asForeign({ sealed, transactionHashes }: SealedJson): BlockWithSenders {
  const irregularity = addReasons(undefined, ['foreign'], sealed)
  const marked = new StoredBlock({ ...sealed, irregularity })
  return { sealed: marked, transactionHashes, hasUnverifiedSenders: false }
}
