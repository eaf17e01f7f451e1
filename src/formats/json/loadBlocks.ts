import { toAccount } from '../../chain/accounts.ts'
import { Chain } from '../../chain/chain.ts'
import type { RecordedAnswers } from '../../chain/chainParts.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { noStates } from '../../chain/execution/noStates.ts'
import type { ExtendOptions } from '../../chain/extendOptions.ts'
import { fundedSigners } from '../../chain/genesis/fundedSigners.ts'
import { specGenesis } from '../../chain/genesis/specGenesis.ts'
import { UNKNOWN_GENESIS } from '../../chain/genesis/unknownGenesis.ts'
import { ExecutedStates } from '../../chain/import/executedStates.ts'
import { resolveSpec } from '../../chain/spec/spec.ts'
import { ReadOnlyChainError } from '../../chain/store/readOnlyChainError.ts'
import { BlockTree } from '../../chain/store/tree.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import { dialects, writtenDialects } from '../../endpoint/dialects/dialects.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import type { LoadLimits } from '../loadLimits.ts'
import type { Manifest } from '../manifest.ts'
import { earlierContracts } from '../manifestContracts.ts'
import { requireManifest } from '../requireManifest.ts'
import { blockFromJson } from './blockFromJson.ts'
import type { BlockJson } from './blockJson.ts'
import { FieldError } from './fieldError.ts'
import type { FixtureBlock } from './fixtureBlock.ts'
import { inferRules } from './inferRules.ts'
import { pendingFromJson } from './pendingFromJson.ts'
import type { SealedJson } from './seal/assemble.ts'

/** Options for loading a chain. */
export interface LoadOptions extends ExtendOptions {
  /**
   * Whether invalid data is refused; otherwise it is served as it is, as far as possible. Default true.
   */
  readonly verify?: boolean | undefined
  /**
   * Whether it is also checked that each sender signed its transaction. That takes about as long as all other checks, and
   * the digests of the files protect the senders already. Default false.
   */
  readonly verifySignatures?: boolean | undefined
  /** Limits on the size of files. */
  readonly limits?: LoadLimits | undefined
}

/** The content of a fixture. */
export interface FixtureSource {
  readonly manifest: Manifest
  /** path of the file with the manifest */
  readonly manifestPath: string
  /** the main branch by number, then the blocks of other branches by number, then the pending block */
  readonly blocks: AsyncIterable<FixtureBlock>
}

/**
 * Loads a chain from the blocks of a fixture. It can be read and served, but no blocks can be built on it, because a
 * fixture has no state.
 *
 * @param recordedAnswers results that do not follow from the blocks
 * @throws {FixtureError} that names the first invalid or missing block
 */
export async function loadBlocks(
  { manifest, manifestPath, blocks }: FixtureSource,
  { verify = true, verifySignatures = false, onProgress, signal }: LoadOptions = {},
  recordedAnswers?: RecordedAnswers,
): Promise<Chain> {
  const loader = new ChainLoader(manifest, { verify, signatures: verifySignatures, signal })
  const total = manifest.to - manifest.from + 1
  for await (const block of blocks) {
    signal?.throwIfAborted()
    try {
      await loader.add(block)
    } catch (cause) {
      const { field, problem } = asFieldError(cause)
      // If two files are inconsistent, the digests show which was altered.
      const file = block.problem?.file ?? block.fileOf(field)
      throw new FixtureError(file, `${block.name}: ${field}`, problem, { cause })
    }
    // After the fields, whose errors say more than a digest.
    if (block.problem !== undefined) throw block.problem
    onProgress?.(Math.min(loader.count, total), total)
    await yieldToEventLoop()
  }
  return loader.finish(manifestPath, recordedAnswers)
}

/** @throws any other error */
function asFieldError(cause: unknown): Pick<FieldError, 'field' | 'problem'> {
  if (cause instanceof FieldError) return cause
  // `JSON.stringify` overflows the stack at a lower depth than `JSON.parse`.
  if (cause instanceof RangeError) return { field: 'block', problem: 'it is nested too deeply' }
  throw cause
}

interface LoaderOptions {
  readonly verify: boolean
  readonly signatures: boolean
  readonly signal: AbortSignal | undefined
}

class ChainLoader {
  readonly #manifest: Manifest
  readonly #verify: boolean
  readonly #signatures: boolean
  readonly #signal: AbortSignal | undefined
  #tree: BlockTree | undefined
  #pending: SealedBlock | null = null
  /** the dialects that write all blocks so far whose JSON is not kept */
  #dialects: readonly Dialect[]

  constructor(manifest: Manifest, { verify, signatures, signal }: LoaderOptions) {
    this.#manifest = manifest
    this.#verify = verify
    this.#signatures = signatures
    this.#signal = signal
    const { dialect } = manifest
    this.#dialects = dialect === null ? writtenDialects : [dialects[dialect]]
  }

  /** The number of blocks on the main branch. */
  get count(): number {
    return this.#tree === undefined ? 0 : this.#tree.head.number - this.#tree.first.number + 1
  }

  /** @throws {FieldError} */
  async add(block: FixtureBlock): Promise<void> {
    const { role } = block
    if (role.kind === 'main') await this.#addToMain(block, role.number)
    else if (role.kind === 'side') await this.#addToSide(block)
    else await this.#addPending(block.json)
  }

  async #addPending({ block }: BlockJson): Promise<void> {
    const parent = this.#requireTree().head
    this.#pending = await pendingFromJson(block, { ...this.#context, parent })
  }

  async #addToMain(block: FixtureBlock, number: number): Promise<void> {
    const parent = this.#tree?.head
    const expected = parent === undefined ? this.#manifest.from : parent.number + 1
    if (number !== expected) throw new FieldError('number', `block ${expected} is missing`)
    const totalDifficultyBefore = parent?.totalDifficulty ?? this.#totalDifficultyBefore()
    const { sealed, transactionHashes } = await this.#load(block, number, totalDifficultyBefore)
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

  async #addToSide(block: FixtureBlock): Promise<void> {
    const { json } = block
    const tree = this.#requireTree()
    const parent = tree.byHash(String(json.block?.parentHash) as `0x${string}`)
    const number = Number(json.block?.number)
    const { sealed } = await this.#load(block, number, parent?.totalDifficulty)
    // The parent of a block at or below the first is not in the fixture.
    if (this.#verify && number > tree.first.number && parent?.number !== number - 1) {
      throw new FieldError(
        'parentHash',
        `${sealed.parentHash} is not the hash of a block ${number - 1} of the chain`,
      )
    }
    tree.addSideBlock(sealed)
  }

  async #load(
    block: FixtureBlock,
    number: number,
    totalDifficultyBefore: bigint | undefined,
  ): Promise<SealedJson> {
    const context = { ...this.#context, number, totalDifficultyBefore }
    const loaded = await blockFromJson(block, context)
    if (loaded.writtenIn.length > 0) this.#dialects = loaded.writtenIn
    return loaded
  }

  #requireTree(): BlockTree {
    if (this.#tree === undefined)
      throw new FieldError('number', 'no block of the main branch precedes it')
    return this.#tree
  }

  get #context() {
    const { dialect, chainId } = this.#manifest
    return {
      dialects: this.#dialects,
      isForeign: dialect === null,
      chainId: chainId ?? undefined,
      verify: this.#verify,
      signatures: this.#signatures,
      signal: this.#signal,
    }
  }

  #totalDifficultyBefore(): bigint | undefined {
    const { totalDifficultyBefore } = this.#manifest
    return totalDifficultyBefore === null ? undefined : BigInt(totalDifficultyBefore)
  }

  /** @param path of the manifest, for errors */
  async finish(path: string, recordedAnswers: RecordedAnswers | undefined): Promise<Chain> {
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
    const tree = this.#tree
    const origin = await originOf(this.#manifest, tree)
    const chain = new Chain({
      ...origin,
      finality,
      tree,
      states: statesOf(origin, tree),
      pending: this.#pending,
      isReadOnly: true,
      writtenAs: this.#dialects[0]?.name,
      recordedAnswers,
      earlierContracts: earlierContracts(this.#manifest),
      blockFactory: () => {
        const problem = `the chain was loaded from ${path}, which has no state to build on: load a hive export`
        return Promise.reject(new ReadOnlyChainError(problem))
      },
    })
    if (this.#verify) requireManifest(this.#manifest, chain, path)
    return chain
  }
}

/** Spec, rules, genesis and accounts of a chain, as far as they are known. */
async function originOf({ spec: given, chainId, blobForks }: Manifest, tree: BlockTree) {
  if (given !== null) {
    const spec = resolveSpec(given)
    const funded = await fundedSigners(spec)
    const { rules } = spec
    const genesis = specGenesis(spec, funded, rules)
    const accounts = [...funded.mnemonic, ...funded.traffic].map(toAccount)
    return { spec, isGenerated: true, rules, genesis, accounts }
  }
  const rules = inferRules(tree, chainId ?? 0, blobForks)
  const spec = {
    ...resolveSpec({ seed: tree.head.hash, blocks: 0 }),
    chainId: rules.chainId,
    rules,
  }
  return { spec, isGenerated: false, rules, genesis: UNKNOWN_GENESIS, accounts: [] }
}

/** A fixture has no state, but a generated chain from genesis on can be run again. */
function statesOf(
  { isGenerated, rules, genesis }: Awaited<ReturnType<typeof originOf>>,
  tree: BlockTree,
) {
  if (!isGenerated) return noStates('its files have no state, and its genesis is unknown')
  if (tree.first.number > 0) return noStates('its files have no state, and begin after genesis')
  return new ExecutedStates(rules, genesis, tree)
}
