import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Chain } from '../../chain/chain.ts'
import { storedBytes } from '../../chain/encoding/storedBlock.ts'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import { once } from '../../primitives/once.ts'
import { readRegularFile } from '../../primitives/regularFile.ts'
import { hashOfBlock } from '../blockRlp.ts'
import { type CacheParts, decodeCacheFile, encodeCacheFile } from './cacheFile.ts'
import { cacheKey } from './cacheKey.ts'
import { type PackedBlockFactory, packBlockFactory } from './packedBlockFactory.ts'
import { type PackedBlocks, packBlocks, unpackBlocks } from './packedBlocks.ts'
import { unpackStates } from './packedStates.ts'
import { shippedChains } from './shippedChains.ts'
import { type CacheLimits, TEMPORARY_MARK, trimCache } from './trimCache.ts'

const limitsDefault: CacheLimits = { chains: 20, bytes: 512 * 1024 * 1024 }

/** A part of a cache file, with the key of its chain. */
interface Keyed<Content> {
  readonly key: string
  readonly content: Content
}

/**
 * The file of a chain in a cache folder. The cache only saves time, so it never fails: a file that cannot be read
 * counts as missing, and a chain that cannot be written is not cached.
 */
export class CacheEntry {
  readonly #folder: string
  readonly #spec: ResolvedSpec
  readonly #key: string
  readonly #name: string
  readonly #path: string
  readonly #nowMs: () => number
  readonly #limits: CacheLimits

  /**
   * @param spec of the chain
   * @param nowMs the time in milliseconds since 1970, to find the chains that were not used for longest
   */
  constructor(
    folder: string,
    spec: ResolvedSpec,
    nowMs: () => number,
    limits: CacheLimits = limitsDefault,
  ) {
    this.#folder = folder
    this.#spec = spec
    this.#key = cacheKey(spec)
    this.#name = `${this.#key}.chain`
    this.#path = join(folder, this.#name)
    this.#nowMs = nowMs
    this.#limits = limits
  }

  /**
   * The chain, if it is cached and undamaged, or the package has brought it along. The code that builds further blocks is
   * loaded when one is needed.
   */
  async read(signal?: AbortSignal): Promise<Chain | undefined> {
    const cached = await this.#readFile(this.#path, signal)
    if (cached === undefined) return this.#readFile(join(shippedChains, this.#name), signal)
    await this.#touch().catch(() => {})
    return cached
  }

  async #readFile(path: string, signal: AbortSignal | undefined): Promise<Chain | undefined> {
    try {
      const parts = decodeCacheFile(await readRegularFile(path, this.#limits.bytes, signal))
      return parts && restore(this.#spec, this.#key, parts)
    } catch {
      return undefined
    }
  }

  /** Caches a chain, and deletes others if the folder is full. */
  async write(chain: Chain): Promise<void> {
    if ((await blockBytes(chain)) > this.#limits.bytes) return
    let temporary: string | undefined
    try {
      await mkdir(this.#folder, { recursive: true })
      temporary = await mkdtemp(join(this.#folder, `${this.#key}${TEMPORARY_MARK}`))
      const file = join(temporary, 'chain')
      await writeFile(file, encodeCacheFile(await pack(this.#key, chain)))
      // A rename is atomic: readers see the whole file or none. If two processes write the same chain, the last wins.
      await rename(file, this.#path)
      await this.#touch()
      await trimCache(this.#folder, isChainFile, this.#limits, this.#nowMs())
    } catch {
      // The disk is full or not writable: the chain is generated again next time.
    } finally {
      if (temporary !== undefined) {
        await rm(temporary, { recursive: true, force: true }).catch(() => {})
      }
    }
  }

  async #touch(): Promise<void> {
    const seconds = this.#nowMs() / 1000
    await utimes(this.#path, seconds, seconds)
  }
}

function isChainFile(name: string): boolean {
  return /^[0-9a-f]{64}\.chain$/.test(name)
}

async function blockBytes({ blockFactory }: Chain): Promise<number> {
  const { tree } = await blockFactory()
  let bytes = 0
  for (const block of tree.blocks) bytes += storedBytes(block) + block.senders.length
  return bytes
}

async function pack(key: string, chain: Chain): Promise<CacheParts> {
  const withKey = <Content>(content: Content): Keyed<Content> => ({ key, content })
  return {
    blocks: serialize(withKey(await packBlocks(chain))),
    blockFactory: serialize(withKey(await packBlockFactory(chain))),
  }
}

function restore(spec: ResolvedSpec, key: string, parts: CacheParts): Chain | undefined {
  const { key: writtenKey, content }: Keyed<PackedBlocks> = deserialize(parts.blocks)
  const tree = unpackBlocks(content)
  if (writtenKey !== key || hashOfBlock(tree.head.rlp) !== tree.head.hash) return undefined
  const restored = once(() => {
    const packed: Keyed<PackedBlockFactory> = deserialize(parts.blockFactory)
    const states = unpackStates(packed.content.states, tree)
    return { packed: packed.content, states }
  })
  return new Chain({
    spec,
    isGenerated: true,
    rules: spec.rules,
    genesis: content.genesis,
    accounts: content.accounts,
    finality: spec.finality,
    tree,
    blockFactory: once(async () => {
      const { openBlockFactory } = await import('../../chain/generate/openBlockFactory.ts')
      const { packed, states } = restored()
      return openBlockFactory(spec, tree, states, packed.progress)
    }),
    states: () => restored().states,
  })
}
