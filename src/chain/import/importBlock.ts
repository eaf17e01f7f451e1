import type { BlockHeader } from '@ethereumjs/block'
import { messageOf } from '../../primitives/errors.ts'
import { type Hex, toHex, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'
import { blockWithAccessList } from '../encoding/blockWithAccessList.ts'
import { fromListItem, type TransactionItem } from '../encoding/listItem.ts'
import { listRoot } from '../encoding/listRoot.ts'
import type { BuiltBlock, Progress } from '../execution/builtBlock.ts'
import type { Engine } from '../execution/engine.ts'
import { executeBlock, InvalidBlockError, readHeader } from '../execution/executeBlock.ts'
import { uncleProblem } from '../execution/uncleRules.ts'
import type { ChainCore } from '../genesis/chainCore.ts'
import { BLOCK_BYTES_MAX } from '../protocol/blockSize.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { accessListProblem } from './accessListProblem.ts'
import { type BlockItems, readBlockItems } from './blockItems.ts'
import { headerProblem } from './headerRules.ts'

/**
 * Runs a block from elsewhere on its parent's state, and rejects it if a node would: for its format, its header, its
 * uncles, or because running it gives another result.
 *
 * The proof of work is not checked: blocks of simulated chains have none.
 *
 * @param core the chain up to the parent
 * @param rlp the block as it is sent over the network
 * @throws {InvalidBlockError} if the block is not valid
 */
export async function importBlock(
  core: ChainCore,
  parent: BuiltBlock,
  rlp: Uint8Array,
): Promise<BuiltBlock> {
  const number = parent.sealed.number + 1
  try {
    const items = readBlockItems(number, rlp)
    const engine = await requireHeader(core, parent, items)
    requireBody(number, items, engine, rlp)
    await requireUncles(core, parent, items)
    const built = await executeBlock(core.engines, parent, rlp)
    requireBlobLimit(number, built.header, engine)
    const found = accessListProblem(items.accessList, built.sealed.accessList)
    if (found !== undefined) throw new InvalidBlockError(number, 'accessList', found)
    const { sealed } = built
    const encoded = items.accessList === undefined ? sealed.rlp : blockWithAccessList(sealed)
    if (!Buffer.from(encoded).equals(rlp)) {
      throw new InvalidBlockError(number, 'rlp', 'it is not the canonical encoding of the block')
    }
    return { ...built, progress: advance(built.progress, items) }
  } catch (error) {
    if (error instanceof InvalidBlockError) throw error
    throw new InvalidBlockError(number, 'block', messageOf(error), { cause: error })
  }
}

async function requireHeader(
  { engines }: ChainCore,
  { sealed, header }: BuiltBlock,
  items: BlockItems,
): Promise<Engine> {
  const number = sealed.number + 1
  const parentHash = toHex(items.header.parentHash as Uint8Array)
  if (parentHash !== sealed.hash) {
    const before = sealed.number === 0 ? 'genesis' : 'the block before it'
    const problem = `it is ${parentHash}, but ${before} is ${sealed.hash}`
    throw new InvalidBlockError(number, 'parentHash', problem)
  }
  const timestamp = toNumber(items.header.timestamp as Uint8Array)
  const engine = await engines.after(sealed, timestamp)
  const found = headerProblem(items.header, engine.fork, header)
  if (found !== undefined) throw new InvalidBlockError(number, found.field, found.problem)
  return engine
}

/** Checks the roots of the block's lists first, because errors of a run say less about what is wrong. */
function requireBody(
  number: number,
  { header, transactions, uncles, withdrawals, accessList }: BlockItems,
  { fork }: Engine,
  rlp: Uint8Array,
): void {
  const hasWithdrawals = isAtLeast(fork, 'shanghai')
  if (hasWithdrawals !== (withdrawals !== undefined)) {
    const problem = `they must ${hasWithdrawals ? '' : 'not '}exist under the rules of ${fork}`
    throw new InvalidBlockError(number, 'withdrawals', problem)
  }
  const roots = {
    sha3Uncles: keccak256(encodeRlp(uncles.map(({ items }) => items))),
    transactionsRoot: listRoot(transactions.map((item) => fromListItem(item as TransactionItem))),
    ...(withdrawals && {
      withdrawalsRoot: listRoot(withdrawals.map((item) => encodeRlp(item as RlpItem))),
    }),
  }
  for (const [name, root] of Object.entries(roots)) {
    const found = header[name as keyof typeof roots]
    const expected = toHex(root)
    if (found === undefined || toHex(found) !== expected) {
      const problem = `it is ${found ? toHex(found) : 'absent'}, but the block's contents give ${expected}`
      throw new InvalidBlockError(number, name, problem)
    }
  }
  // An access list does not count.
  const bytes = rlp.length - (accessList?.length ?? 0)
  if (isAtLeast(fork, 'osaka') && bytes > BLOCK_BYTES_MAX) {
    const problem = `${bytes} bytes are above the ${BLOCK_BYTES_MAX} that a block may take`
    throw new InvalidBlockError(number, 'rlp', problem)
  }
}

async function requireUncles(
  { tree, engines, archive }: ChainCore,
  { sealed: parent }: BuiltBlock,
  { uncles }: BlockItems,
): Promise<void> {
  const number = parent.number + 1
  const chosen: Hex[] = []
  for (const [index, { fields, items }] of uncles.entries()) {
    const uncle = {
      number: toNumber(fields.number as Uint8Array),
      hash: toHex(keccak256(encodeRlp(items))),
      parentHash: toHex(fields.parentHash as Uint8Array),
    }
    const problem = uncleProblem(tree, parent, chosen, uncle)
    if (problem !== undefined) throw new InvalidBlockError(number, `uncle ${index}`, problem)
    chosen.push(uncle.hash)
    const siblingParent = tree.byHash(uncle.parentHash)
    if (siblingParent === undefined) continue
    const { header: uncleParent } = await archive.get(siblingParent)
    const { fork } = await engines.at(uncle.number, toNumber(fields.timestamp as Uint8Array))
    const found =
      headerProblem(fields, fork, uncleParent) ??
      computedProblem(await readHeader(engines, items), uncleParent)
    if (found !== undefined) {
      throw new InvalidBlockError(number, `uncle ${index} ${found.field}`, found.problem)
    }
  }
}

/**
 * What is wrong with the fields of an uncle that follow from its parent: running the including block does not check
 * them.
 */
function computedProblem(
  uncle: BlockHeader,
  parent: BlockHeader,
): { field: string; problem: string } | undefined {
  const difficulty = uncle.ethashCanonicalDifficulty(parent)
  if (uncle.difficulty !== difficulty) {
    return {
      field: 'difficulty',
      problem: `it is ${uncle.difficulty}, but must be ${difficulty}`,
    }
  }
  if (uncle.baseFeePerGas === undefined || parent.baseFeePerGas === undefined) return undefined
  const baseFee = parent.calcNextBaseFee()
  if (uncle.baseFeePerGas === baseFee) return undefined
  return {
    field: 'baseFeePerGas',
    problem: `it is ${uncle.baseFeePerGas}, but must be ${baseFee}`,
  }
}

/** Continues the numbering of withdrawals, in case the chain is extended. */
function advance(progress: Progress, { withdrawals = [] }: BlockItems): Progress {
  const last = withdrawals.at(-1)
  if (last === undefined) return progress
  const [index] = last as readonly [Uint8Array]
  return { ...progress, withdrawals: toNumber(index) + 1 }
}

function requireBlobLimit(number: number, { blobGasUsed }: BlockHeader, { common }: Engine): void {
  if (blobGasUsed === undefined) return
  const { maxBlobGasPerBlock } = common.getBlobGasSchedule()
  if (blobGasUsed > maxBlobGasPerBlock) {
    const problem = `${blobGasUsed} is above the ${maxBlobGasPerBlock} that a block may use`
    throw new InvalidBlockError(number, 'blobGasUsed', problem)
  }
}
