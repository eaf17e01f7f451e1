import { toAccount } from '../../chain/accounts.ts'
import type { Chain } from '../../chain/chain.ts'
import { fundedSigners } from '../../chain/genesis/fundedSigners.ts'
import { withSystemContracts } from '../../chain/genesis/stateOfAccounts.ts'
import { UNKNOWN_GENESIS } from '../../chain/genesis/unknownGenesis.ts'
import { type Continuation, continueChain } from '../../chain/import/continueChain.ts'
import { importChain } from '../../chain/import/importChain.ts'
import { type ChainSpec, type fieldsBesideState, resolveSpec } from '../../chain/spec/spec.ts'
import { BlockTree } from '../../chain/store/tree.ts'
import {
  AnvilStateError,
  type ReadState,
  readAnvilState,
} from '../../endpoint/anvilState/readAnvilState.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import { parseJson, readRequired, toReadOptions } from '../folder/readFiles.ts'
import { blockFromJson } from '../json/blockFromJson.ts'
import { FieldError } from '../json/fieldError.ts'
import type { LoadOptions } from '../json/loadBlocks.ts'
import { blockJsonOf, hasUnsigned, withAnvilHashes } from './blockJsonOf.ts'
import { expandedState } from './expandedState.ts'

/**
 * Begins a chain with the state that Anvil or ommer has dumped: it has the blocks, transactions and logs of the file, and
 * goes on from its accounts. The blocks do not run again, so states before the last one are unknown.
 *
 * @param path of what `--dump-state` or `anvil_dumpState` has written: JSON, compressed or not, or that in hex
 * @param fields by default the newest fork that mainnet runs, and the chain id of the transactions, or 31337
 * @throws {FixtureError} if it is no such file, or its blocks do not belong together
 * @throws {SpecError} if a field is invalid
 */
export async function loadAnvilState(
  path: string,
  fields: Pick<ChainSpec, (typeof fieldsBesideState)[number]>,
  options: LoadOptions = {},
): Promise<Chain> {
  const { limits, signal } = toReadOptions(options)
  const text = await expandedState(path, await readRequired(path, { limits, signal }), limits)
  const state = readState(path, parseJson(path, text, limits))
  const spec = resolveSpec({
    preset: 'latest',
    chainId: chainIdOf(state),
    blocks: 0,
    ...fields,
    accounts: 0,
  })
  const { mnemonic } = await fundedSigners(spec)
  const accounts = mnemonic.map(toAccount)
  const chain = await (state.blocks.length === 0
    ? beginWith(state, spec, accounts)
    : goOnFrom(path, state, { spec, accounts }, options))
  await chain.extend(spec.blocks, signal && { signal })
  return chain
}

function readState(path: string, json: unknown): ReadState {
  try {
    return readAnvilState(json)
  } catch (error) {
    if (!(error instanceof AnvilStateError)) throw error
    throw new FixtureError(path, error.path, error.problem, { cause: error })
  }
}

/** That of the first transaction that has one. */
function chainIdOf({ blocks }: ReadState): number {
  for (const { transactions } of blocks) {
    const named = transactions.find(({ transaction }) => transaction.chainId !== undefined)
    if (named !== undefined) return Number(named.transaction.chainId)
  }
  return 31_337
}

/** The state of an old version, which has no blocks: it becomes that of genesis. */
function beginWith(
  { accounts: state, block }: ReadState,
  spec: ReturnType<typeof resolveSpec>,
  accounts: Chain['accounts'],
): Promise<Chain> {
  const timestamp = Number(block?.timestamp ?? spec.rules.genesisTimestamp)
  const genesis = {
    ...UNKNOWN_GENESIS,
    timestamp,
    gasLimit: BigInt(spec.gasLimit),
    accounts: withSystemContracts(state, spec.rules),
  }
  return importChain(genesis, spec.rules, [], { accounts, finality: spec.finality })
}

async function goOnFrom(
  path: string,
  state: ReadState,
  { spec, accounts }: Pick<Continuation, 'spec' | 'accounts'>,
  options: LoadOptions,
): Promise<Chain> {
  const tree = await treeOf(path, state, { ...options, chainId: spec.chainId })
  return continueChain({ tree, state: state.accounts, spec, accounts }, options.signal)
}

async function treeOf(
  path: string,
  state: ReadState,
  {
    chainId,
    verifySignatures = false,
    signal,
    onProgress,
  }: LoadOptions & { readonly chainId: number },
): Promise<BlockTree> {
  const byPlace = new Map(
    state.transactions.map((each) => [`${each.block_hash} ${each.info.transaction_index}`, each]),
  )
  let tree: BlockTree | undefined
  for (const [index, block] of state.blocks.entries()) {
    const { number, hash } = block
    const at = `block ${number}`
    const found = block.transactions.map((_, place) => byPlace.get(`${hash} ${place}`))
    const missing = found.indexOf(undefined)
    if (missing !== -1) throw new FixtureError(path, at, `transaction ${missing} has no receipt`)
    const verify = !hasUnsigned(block)
    try {
      const json = blockJsonOf(block, found as ReadState['transactions'])
      const context = {
        number,
        chainId,
        dialects: [],
        isForeign: false,
        verify,
        signatures: verifySignatures && verify,
        signal,
        totalDifficultyBefore: tree?.head.totalDifficulty ?? 0n,
      }
      const loaded = await blockFromJson({ json }, context)
      const { transactionHashes } = loaded
      const sealed = verify ? loaded.sealed : withAnvilHashes(loaded.sealed, transactionHashes)
      if (tree === undefined) tree = new BlockTree(sealed, transactionHashes)
      else tree.append(sealed, transactionHashes)
    } catch (cause) {
      if (!(cause instanceof FieldError)) throw cause
      throw new FixtureError(path, `${at}: ${cause.field}`, cause.problem, { cause })
    }
    onProgress?.(index + 1, state.blocks.length)
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
  return tree as BlockTree
}
