import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chain } from '../../chain/chain.ts'
import { InvalidBlockError } from '../../chain/execution/executeBlock.ts'
import { createChainCore } from '../../chain/genesis/chainCore.ts'
import { importChain } from '../../chain/import/importChain.ts'
import {
  InvalidPendingBlockError,
  InvalidSideBlockError,
} from '../../chain/import/invalidBlockErrors.ts'
import type { Hex } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'
import {
  missingFileError,
  readIfExists,
  readJsonIfExists,
  readRequired,
  toReadOptions,
} from '../folder/readFiles.ts'
import type { LoadOptions } from '../json/loadBlocks.ts'
import { readAccountsFile } from './accountsFile.ts'
import { type BlockOutline, outlineBlocks, readChainRlp } from './chainRlp.ts'
import { requireHeadblock } from './headblock.ts'
import { findTags, isOurRequest, readHeadfcu } from './headfcu.ts'
import { parseOrderedJson } from './orderedJson.ts'
import { decodePending } from './pendingRlp.ts'
import { readGethGenesis } from './readGethGenesis.ts'
import { requireKnownRules } from './requireKnownRules.ts'
import { requireTxInfo } from './txinfo.ts'

/**
 * Imports a folder with geth's `genesis.json` and `chain.rlp`, as hive and `writeHive` write them. Every block is run
 * again with full validation.
 *
 * Optional files:
 * - `headfcu.json` says which blocks are latest, safe and finalized; blocks above the latest can be read by hash,
 * - `accounts.json` has the private keys of accounts, with which `build` can sign,
 * - `headblock.json` must be the header of the latest block,
 * - `side.rlp` has blocks of other branches, which can be read by hash,
 * - `pending.rlp` has the candidate for the next block, and `txinfo.json` must match the blocks; both are used only if
 *   ommer wrote the folder.
 *
 * @param beforeBuilding runs once the files are read, before the work on states and blocks
 * @throws {FixtureError} if a required file is missing, or a file is invalid
 */
export async function importHive(
  folder: string,
  options: LoadOptions = {},
  beforeBuilding?: () => Promise<void>,
): Promise<Chain> {
  const paths = pathsIn(folder)
  const reading = toReadOptions(options)
  const { limits, signal } = reading
  const genesisText = (await readRequired(paths.genesis, reading)).toString('utf8')
  const genesisFile = parseOrderedJson(paths.genesis, genesisText, limits)
  const headfcu = await readJsonIfExists(paths.headfcu, reading)
  const fileBlocks =
    (await readChainRlp(paths.chain, reading)) ??
    (await noBlocks(paths.chain, headfcu !== undefined))
  const choice = headfcu && readHeadfcu(headfcu.content, paths.headfcu)
  const isOurExport = headfcu !== undefined && isOurRequest(headfcu.content)

  const fileOutlines = await outlineBlocks(fileBlocks, signal)
  const first = fileOutlines[0]
  if (first !== undefined) requireFirstBlocks(first, paths.chain)
  // `geth export` writes block 0, too.
  const above = first?.isGenesis ? 1 : 0
  const blocks = fileBlocks.slice(above)
  const outlines = fileOutlines.slice(above)
  const { rules, genesis } = readGethGenesis(genesisFile, {
    path: paths.genesis,
    mergedWith: findMerge(outlines),
  })
  requireKnownRules(rules, blocks.length, paths.genesis)
  const accounts = await readJsonIfExists(paths.accounts, reading)
  const sideBlocks = await readChainRlp(paths.side, reading)
  const pending = isOurExport ? await readIfExists(paths.pending, reading) : undefined
  await beforeBuilding?.()
  const { tree } = await createChainCore(rules, genesis)
  if (first !== undefined) requireGenesisBlock(first, tree.first.hash, paths.chain)
  const hashes = [tree.first.hash, ...outlines.map((outline) => outline?.hash)]
  const hasHead = choice !== undefined && hashes.includes(choice.headBlockHash)
  const tags = hasHead ? findTags(choice, hashes, paths.headfcu) : {}
  const chain = await importChain(genesis, rules, blocks, {
    ...options,
    ...tags,
    ...(accounts && { accounts: readAccountsFile(accounts.content, genesis, paths.accounts) }),
    ...(sideBlocks && { sideBlocks }),
    pendingOn: pending && ((head) => decodePending(pending, head, paths.pending)),
  }).catch((error: unknown) => {
    throw error instanceof InvalidBlockError ? inFile(paths, error) : error
  })
  // An unknown head is reported only now: an invalid block explains more.
  if (choice !== undefined && !hasHead) findTags(choice, hashes, paths.headfcu)
  const headblock = await readJsonIfExists(paths.headblock, reading)
  if (headblock) requireHeadblock(headblock.content, chain.tree.head, paths.headblock)
  const txinfo = isOurExport ? await readJsonIfExists(paths.txinfo, reading) : undefined
  if (txinfo) await requireTxInfo(txinfo.content, chain, paths.txinfo)
  return chain
}

/**
 * No blocks: a folder may have the genesis block alone.
 *
 * @throws {FixtureError} if `geth export FILE.gz` has written blocks, or another file is about blocks
 */
async function noBlocks(path: string, hasHead: boolean): Promise<[]> {
  const packed = `${path}.gz`
  const isPacked = await stat(packed).then(
    () => true,
    () => false,
  )
  if (isPacked) throw new FixtureError(packed, '', 'it is compressed: unpack it with gunzip')
  if (hasHead) throw missingFileError(path)
  return []
}

/** Refuses a file without its first blocks, as `geth export` writes it from a later block on. */
function requireFirstBlocks({ number }: BlockOutline, path: string): void {
  if (number <= 1n) return
  const missing = number === 2n ? 'block 1 is' : `blocks 1 to ${number - 1n} are`
  const problem = `the file begins with block ${number}, but ${missing} missing: export from the first block on`
  throw new FixtureError(path, 'block 1: number', problem)
}

/** Checks that block 0, if the file has it, is that of `genesis.json`. */
function requireGenesisBlock(first: BlockOutline, genesisHash: Hex, path: string): void {
  if (!first.isGenesis || first.hash === genesisHash) return
  const problem = `it is ${first.hash}, but genesis.json gives ${genesisHash}`
  throw new FixtureError(path, 'block 0: hash', problem)
}

type Paths = ReturnType<typeof pathsIn>

function pathsIn(folder: string) {
  return {
    genesis: join(folder, 'genesis.json'),
    chain: join(folder, 'chain.rlp'),
    headfcu: join(folder, 'headfcu.json'),
    headblock: join(folder, 'headblock.json'),
    accounts: join(folder, 'accounts.json'),
    txinfo: join(folder, 'txinfo.json'),
    side: join(folder, 'side.rlp'),
    pending: join(folder, 'pending.rlp'),
  }
}

/** Number of the first block without difficulty; undefined if a later block has difficulty, as in a damaged chain. */
function findMerge(outlines: readonly (BlockOutline | undefined)[]): number | undefined {
  const first = outlines.findIndex((outline) => outline?.isProofOfStake)
  const isFinal = outlines.slice(first).every((outline) => outline?.isProofOfStake !== false)
  return first === -1 || !isFinal ? undefined : first + 1
}

function inFile(paths: Paths, error: InvalidBlockError): FixtureError {
  const { number, field, problem } = error
  return new FixtureError(fileOf(paths, error), `block ${number}: ${field}`, problem, {
    cause: error,
  })
}

function fileOf(paths: Paths, error: InvalidBlockError): string {
  if (error instanceof InvalidSideBlockError) return paths.side
  return error instanceof InvalidPendingBlockError ? paths.pending : paths.chain
}
