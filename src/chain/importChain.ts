import { type BlockHeader, createBlockHeaderFromBytesArray } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { createTxFromBlockBodyData } from '@ethereumjs/tx'
import { OmmerError } from '../primitives/errors.ts'
import { toBigInt, toHex, toNumber } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp } from '../primitives/rlp.ts'
import { BlockBuilder } from './blockBuilder.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { Chain, type ExtendOptions } from './chain.ts'
import { hashAt } from './createChain.ts'
import { type Engine, Engines } from './engine.ts'
import { Generator } from './generator.ts'
import { createGenesisBlock, type Genesis } from './genesis.ts'
import { RecentBlocks } from './recentBlocks.ts'
import type { Rules } from './rules.ts'
import type { SignedTransaction } from './signTransaction.ts'
import { type Finality, resolveSpec } from './spec.ts'
import { BlockTree } from './tree.ts'
import type { WithdrawalFields } from './withdrawals.ts'

/** Blocks that are to become a chain, from the first above genesis on. */
export interface ImportOptions extends ExtendOptions {
  /** Default: 32 and 64 blocks, as with a chain that was generated. */
  readonly finality?: Finality
}

/** A block that is to be imported is not valid; `number` and `field` say where it went wrong. */
export class ImportError extends OmmerError {
  readonly number: number
  readonly field: string

  constructor(number: number, field: string, problem: string, options?: ErrorOptions) {
    super('INVALID_BLOCK', `block ${number}: ${field}: ${problem}`, options)
    this.number = number
    this.field = field
  }
}

/**
 * Makes a chain of blocks that somebody else built. Each is run again on its parent's state, and all that its
 * header says must be what comes out of that.
 *
 * Nobody knows the keys of its accounts: where the chain is extended, blocks without transactions are added.
 *
 * @param blocks RLP of each block, in their order, genesis left out
 * @throws {ImportError} at the first block that is not valid
 */
export async function importChain(
  genesis: Genesis,
  rules: Rules,
  blocks: readonly Uint8Array[],
  { finality = { safe: 32, finalized: 64 }, onProgress, signal }: ImportOptions = {},
): Promise<Chain> {
  const engines = new Engines(rules, (number) => hashAt(tree, number))
  const genesisBlock = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
  const tree = new BlockTree(genesisBlock.sealed)
  const recent = new RecentBlocks()
  recent.add(genesisBlock)
  let parent = genesisBlock
  for (const [index, rlp] of blocks.entries()) {
    signal?.throwIfAborted()
    parent = await importBlock(engines, parent, rlp)
    tree.append(parent.sealed, parent.transactionHashes)
    recent.add(parent)
    onProgress?.(index + 1, blocks.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const seed = toHex(keccak256(genesisBlock.sealed.rlp))
  const spec = { ...resolveSpec({ seed, blocks: 0 }), rules }
  const cast = { signers: [], miners: [IMPORTED_MINER], amounts: [] }
  return new Chain({
    spec,
    rules,
    genesis,
    accounts: [],
    finality,
    tree,
    generator: new Generator(spec, cast, engines, (hash) => recent.get(hash)),
    recent,
  })
}

/** Who mines the blocks above an imported chain. */
const IMPORTED_MINER = { address: new Uint8Array(20), graffiti: new Uint8Array(0) }

type Bytes = Uint8Array
type Items = [header: Bytes[], transactions: (Bytes | Bytes[])[], uncles: Bytes[][], Bytes[][]?]

async function importBlock(
  engines: Engines,
  parent: BuiltBlock,
  rlp: Uint8Array,
): Promise<BuiltBlock> {
  const number = parent.sealed.number + 1
  const [header, transactions, uncles, withdrawals = []] = RLP.decode(rlp) as Items
  const field = (name: HeaderField): Bytes =>
    header[headerFields.indexOf(name)] ?? new Uint8Array(0)
  const parentHash = toHex(field('parentHash'))
  if (parentHash !== parent.sealed.hash) {
    throw new ImportError(
      number,
      'parentHash',
      `it is ${parentHash}, but the block before it is ${parent.sealed.hash}`,
    )
  }
  const timestamp = toNumber(field('timestamp'))
  const engine = await engines.at(number, timestamp)
  const builder = await BlockBuilder.start(engine, parent, {
    miner: field('miner'),
    timestamp,
    gasLimit: toBigInt(field('gasLimit')),
    extraData: field('extraData'),
    mixHash: field('mixHash'),
    nonce: field('nonce'),
    uncles: await Promise.all(uncles.map((items) => readUncle(engines, items))),
    withdrawals: withdrawals.map(readWithdrawal),
    parentBeaconBlockRoot: field('parentBeaconBlockRoot'),
  })
  for (const [index, item] of transactions.entries()) {
    try {
      await builder.add(readTransaction(item, engine))
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      throw new ImportError(number, `transaction ${index}`, problem, { cause: error })
    }
  }
  const built = await builder.seal(parent.progress)
  requireSameHeader(number, header, built)
  return built
}

function requireSameHeader(number: number, wanted: readonly Bytes[], built: BuiltBlock): void {
  const [computed] = RLP.decode(built.sealed.rlp) as Items
  for (const [index, name] of headerFields.entries()) {
    const [expected, actual] = [show(computed[index]), show(wanted[index])]
    if (expected !== actual) {
      throw new ImportError(number, name, `it is ${actual}, but ought to be ${expected}`)
    }
  }
}

function show(field: Bytes | undefined): string {
  return field === undefined ? 'absent' : toHex(field)
}

const headerFields = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const

type HeaderField = (typeof headerFields)[number]

async function readUncle(engines: Engines, items: Bytes[]): Promise<BlockHeader> {
  const [number, timestamp] = [items[8], items[11]].map((item) => toNumber(item as Bytes))
  const { common } = await engines.at(number as number, timestamp as number)
  return createBlockHeaderFromBytesArray(items, { common, freeze: false })
}

function readWithdrawal(items: Bytes[]): WithdrawalFields {
  const [index, validatorIndex, address, amount] = items as [Bytes, Bytes, Bytes, Bytes]
  return {
    index: toNumber(index),
    validatorIndex: toNumber(validatorIndex),
    address,
    amountGwei: toBigInt(amount),
  }
}

function readTransaction(item: Bytes | Bytes[], { common }: Engine): SignedTransaction {
  const executable = createTxFromBlockBodyData(item, { common, freeze: false })
  const sender = executable.getSenderAddress()
  executable.getSenderAddress = () => sender
  return {
    type: executable.type,
    sender: { address: sender.bytes },
    encoded: item instanceof Uint8Array ? item : encodeRlp(item),
    executable,
  }
}
