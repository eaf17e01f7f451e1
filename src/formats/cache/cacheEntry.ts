import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Chain } from '../../chain/chain.ts'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { rlpExtent } from '../../primitives/rlpItem.ts'
import { readRegularFile } from '../folder/regularFile.ts'
import { type CacheParts, decodeCacheFile, encodeCacheFile } from './cacheFile.ts'
import { cacheKey } from './cacheKey.ts'
import { type PackedBlocks, packBlocks, unpackBlocks } from './packedBlocks.ts'
import { type PackedProducer, packProducer } from './packedProducer.ts'
import { type CacheLimits, trimCache, WORKPLACE } from './trimCache.ts'

const limitsDefault: CacheLimits = { chains: 20, bytes: 512 * 1024 * 1024 }

/** A part of a cache file, as it is before it is written: whose it is, and what. */
interface Signed<Content> {
  readonly key: string
  readonly content: Content
}

/**
 * The place of a chain in a folder of chains that were generated before. It is there to save time and for nothing
 * else: what cannot be read is as if it were not there, what cannot be written is not kept, and nothing is an error.
 */
export class CacheEntry {
  readonly #folder: string
  readonly #spec: ResolvedSpec
  readonly #key: string
  readonly #path: string
  readonly #nowMs: () => number
  readonly #limits: CacheLimits

  /**
   * @param spec of the chain
   * @param nowMs milliseconds since 1970, by which it is known what was not used for long
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
    this.#path = join(folder, `${this.#key}.chain`)
    this.#nowMs = nowMs
    this.#limits = limits
  }

  /** The chain, if it is there and undamaged. What builds further blocks is loaded when one is wanted. */
  async read(signal?: AbortSignal): Promise<Chain | undefined> {
    try {
      const parts = decodeCacheFile(await readRegularFile(this.#path, this.#limits.bytes, signal))
      const chain = parts && restore(this.#spec, this.#key, parts)
      if (chain !== undefined) await this.#touch()
      return chain
    } catch {
      return undefined
    }
  }

  /** Keeps the chain, which was just generated, and lets others go for it. */
  async write(chain: Chain): Promise<void> {
    if ((await blockBytes(chain)) > this.#limits.bytes) return
    let workplace: string | undefined
    try {
      await mkdir(this.#folder, { recursive: true })
      workplace = await mkdtemp(join(this.#folder, `${this.#key}${WORKPLACE}`))
      const file = join(workplace, 'chain')
      await writeFile(file, encodeCacheFile(await pack(this.#key, chain)))
      // Whoever reads finds the whole file or none; of two that write the same chain one comes last.
      await rename(file, this.#path)
      await this.#touch()
      await trimCache(this.#folder, isChainFile, this.#limits, this.#nowMs())
    } catch {
      // The disk is full, or not ours to write: then the chain is generated anew next time.
    } finally {
      if (workplace !== undefined) {
        await rm(workplace, { recursive: true, force: true }).catch(() => {})
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

async function blockBytes({ producer }: Chain): Promise<number> {
  const { tree } = await producer()
  let bytes = 0
  for (const { rlp, receiptsRlp, senders } of tree.blocks) {
    bytes += rlp.length + receiptsRlp.length + senders.length
  }
  return bytes
}

async function pack(key: string, chain: Chain): Promise<CacheParts> {
  const sign = <Content>(content: Content): Signed<Content> => ({ key, content })
  return {
    blocks: serialize(sign(await packBlocks(chain))),
    producer: serialize(sign(await packProducer(chain))),
  }
}

function restore(spec: ResolvedSpec, key: string, parts: CacheParts): Chain | undefined {
  const { key: writtenKey, content }: Signed<PackedBlocks> = deserialize(parts.blocks)
  const tree = unpackBlocks(content)
  if (writtenKey !== key || headHash(tree.head.rlp) !== tree.head.hash) return undefined
  return new Chain({
    spec,
    isGenerated: true,
    rules: spec.rules,
    genesis: content.genesis,
    accounts: content.accounts,
    finality: spec.finality,
    tree,
    producer: once(async () => {
      const { unpackProducer } = await import('./unpackProducer.ts')
      const packed: Signed<PackedProducer> = deserialize(parts.producer)
      return unpackProducer(packed.content, spec, tree)
    }),
  })
}

function headHash(rlp: Uint8Array): string {
  const { start } = rlpExtent(rlp, 0)
  return toHex(keccak256(rlp.subarray(start, rlpExtent(rlp, start).end)))
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
