import { deriveSigners, toAccount } from '../../chain/accounts.ts'
import { Chain, type ExtendOptions, type RecordedAnswers } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { specGenesis } from '../../chain/genesis/specGenesis.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import { resolveSpec } from '../../chain/spec/spec.ts'
import { ReadOnlyChainError } from '../../chain/store/readOnly.ts'
import { BlockTree } from '../../chain/store/tree.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import { dialects } from '../../endpoint/dialects/dialects.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import type { LoadLimits } from '../loadLimits.ts'
import type { Manifest } from '../manifest.ts'
import { requireManifest } from '../requireManifest.ts'
import { admitBlock } from './admitBlock.ts'
import { admitPending } from './admitPending.ts'
import type { BlockJson } from './blockJson.ts'
import { FieldError } from './fieldError.ts'
import type { FixtureBlock } from './fixtureBlock.ts'
import type { SealedJson } from './seal/assemble.ts'

/** How files are read. */
export interface LoadOptions extends ExtendOptions {
  /**
   * Whether what is wrong in them is refused. Default true; else it is served as it stands, as far as it can be.
   */
  readonly verify?: boolean | undefined
  /** Bounds on what is read. */
  readonly limits?: LoadLimits | undefined
}

/** What a chain is made of that comes out of files. */
export interface FixtureSource {
  readonly manifest: Manifest
  /** path of what holds the manifest */
  readonly manifestPath: string
  /** the main branch in its order, then the blocks of other branches by their numbers, then the pending one */
  readonly blocks: AsyncIterable<FixtureBlock>
}

/**
 * Makes a chain of the blocks of a fixture. It can be read and served, but not be built on: there is no state in it.
 *
 * @param recordedAnswers answers that do not follow from the blocks
 * @throws {FixtureError} at the first block that is not what its hash stands for, or has not the place that it ought to
 */
export async function loadBlocks(
  { manifest, manifestPath, blocks }: FixtureSource,
  { verify = true, onProgress, signal }: LoadOptions = {},
  recordedAnswers?: RecordedAnswers,
): Promise<Chain> {
  const loading = new LoadingChain(manifest, { verify, signal })
  const wanted = manifest.to - manifest.from + 1
  for await (const block of blocks) {
    signal?.throwIfAborted()
    try {
      await loading.add(block)
    } catch (cause) {
      const { field, problem } = asFieldError(cause)
      // Of two files that do not fit together a digest tells which was altered.
      const file = block.problem?.file ?? block.fileOf(field)
      throw new FixtureError(file, `${block.name}: ${field}`, problem, { cause })
    }
    // What is wrong with a field says more, so it comes first.
    if (block.problem !== undefined) throw block.problem
    onProgress?.(Math.min(loading.count, wanted), wanted)
    await yieldToEventLoop()
  }
  return loading.finish(manifestPath, recordedAnswers)
}

/** @throws what is none */
function asFieldError(cause: unknown): Pick<FieldError, 'field' | 'problem'> {
  if (cause instanceof FieldError) return cause
  // `JSON.stringify` goes less deep than `JSON.parse`.
  if (cause instanceof RangeError) return { field: 'block', problem: 'it is nested too deeply' }
  throw cause
}

interface LoadingOptions {
  readonly verify: boolean
  readonly signal: AbortSignal | undefined
}

class LoadingChain {
  readonly #manifest: Manifest
  readonly #verify: boolean
  readonly #signal: AbortSignal | undefined
  #tree: BlockTree | undefined
  #pending: SealedBlock | null = null
  /** in each of which all blocks are written whose JSON is not kept */
  #dialects: readonly Dialect[]

  constructor(manifest: Manifest, { verify, signal }: LoadingOptions) {
    this.#manifest = manifest
    this.#verify = verify
    this.#signal = signal
    const { dialect } = manifest
    this.#dialects = dialect === null ? Object.values(dialects) : [dialects[dialect]]
  }

  /** How many blocks the main branch has. */
  get count(): number {
    return this.#tree === undefined ? 0 : this.#tree.head.number - this.#tree.first.number + 1
  }

  /** @throws {FieldError} */
  async add({ place, json }: FixtureBlock): Promise<void> {
    if (place.kind === 'main') await this.#addToMain(json, place.number)
    else if (place.kind === 'side') await this.#addToSide(json)
    else await this.#addPending(json)
  }

  async #addPending({ block }: BlockJson): Promise<void> {
    const { chainId } = this.#context
    const parent = this.#requireTree().head
    const { signal, verify } = this.#context
    this.#pending = await admitPending(block, { parent, chainId, verify, signal })
  }

  async #addToMain(json: BlockJson, number: number): Promise<void> {
    const parent = this.#tree?.head
    const wanted = parent === undefined ? this.#manifest.from : parent.number + 1
    if (number !== wanted) throw new FieldError('number', `block ${wanted} is missing`)
    const totalDifficultyBefore = parent?.totalDifficulty ?? this.#totalDifficultyBefore()
    const { sealed, transactionHashes } = await this.#admit(json, number, totalDifficultyBefore)
    if (this.#verify) {
      if (sealed.number !== number) throw new FieldError('number', `it is ${sealed.number}`)
      if (parent !== undefined && sealed.parentHash !== parent.hash) {
        const problem = `it is ${sealed.parentHash}, but block ${parent.number} has the hash ${parent.hash}`
        throw new FieldError('parentHash', problem)
      }
    }
    if (this.#tree === undefined) this.#tree = new BlockTree(sealed, transactionHashes)
    else this.#tree.append(sealed, transactionHashes)
  }

  async #addToSide(json: BlockJson): Promise<void> {
    const tree = this.#requireTree()
    const parent = tree.byHash(String(json.block?.parentHash) as `0x${string}`)
    const number = Number(json.block?.number)
    const { sealed } = await this.#admit(json, number, parent?.totalDifficulty)
    // What lies below the first block is not there.
    if (this.#verify && number > tree.first.number && parent?.number !== number - 1) {
      throw new FieldError(
        'parentHash',
        `${sealed.parentHash} is no block ${number - 1} of the chain`,
      )
    }
    tree.addSideBlock(sealed)
  }

  async #admit(
    json: BlockJson,
    number: number,
    totalDifficultyBefore: bigint | undefined,
  ): Promise<SealedJson> {
    const admitted = await admitBlock(json, { ...this.#context, number, totalDifficultyBefore })
    if (admitted.writtenIn.length > 0) this.#dialects = admitted.writtenIn
    return admitted
  }

  #requireTree(): BlockTree {
    if (this.#tree === undefined) throw new FieldError('number', 'there is no block before it')
    return this.#tree
  }

  get #context() {
    const { dialect, chainId } = this.#manifest
    return {
      dialects: this.#dialects,
      isForeign: dialect === null,
      chainId: chainId ?? undefined,
      verify: this.#verify,
      signal: this.#signal,
    }
  }

  #totalDifficultyBefore(): bigint | undefined {
    const { totalDifficultyBefore } = this.#manifest
    return totalDifficultyBefore === null ? undefined : BigInt(totalDifficultyBefore)
  }

  /** @param path names the manifest where something is missing */
  finish(path: string, recordedAnswers: RecordedAnswers | undefined): Chain {
    const { head, to } = this.#manifest
    const { safe, finalized } = this.#manifest.finality
    const finality = {
      safe: safe ?? Number.POSITIVE_INFINITY,
      finalized: finalized ?? Number.POSITIVE_INFINITY,
    }
    if (this.#tree === undefined) throw new FixtureError(path, '', 'it has no blocks')
    const { head: last } = this.#tree
    if (this.#verify && (last.number !== to || last.hash !== head.hash)) {
      const problem = `it is block ${head.number} ${head.hash}, but the last block is ${last.number} ${last.hash}`
      throw new FixtureError(path, 'head', problem)
    }
    const chain = new Chain({
      ...originOf(this.#manifest, last),
      finality,
      tree: this.#tree,
      pending: this.#pending,
      isReadOnly: true,
      writtenAs: this.#dialects[0]?.name,
      recordedAnswers,
      producer: () => {
        const problem = `the chain was loaded from ${path}, which holds no state to build on: load a hive export`
        return Promise.reject(new ReadOnlyChainError(problem))
      },
    })
    if (this.#verify) requireManifest(this.#manifest, chain, path)
    return chain
  }
}

/** What is known of how a chain began. */
function originOf({ spec: given, chainId }: Manifest, head: SealedBlock) {
  if (given !== null) {
    const spec = resolveSpec(given)
    const signers = deriveSigners(spec.seedKey, spec.accounts)
    const { rules } = spec
    const genesis = specGenesis(spec, signers, rules)
    return { spec, isGenerated: true, rules, genesis, accounts: signers.map(toAccount) }
  }
  const rules: Rules = {
    chainId: chainId ?? 0,
    genesisTimestamp: 0,
    forks: [{ name: 'chainstart', at: { block: 0 } }],
  }
  const spec = { ...resolveSpec({ seed: head.hash, blocks: 0 }), chainId: rules.chainId, rules }
  return { spec, isGenerated: false, rules, genesis: UNKNOWN_GENESIS, accounts: [] }
}

const UNKNOWN_GENESIS: Genesis = {
  timestamp: 0,
  gasLimit: 0n,
  difficulty: 0n,
  extraData: '0x',
  miner: `0x${'00'.repeat(20)}`,
  mixHash: `0x${'00'.repeat(32)}`,
  nonce: '0x0000000000000000',
  accounts: [],
}
