import { closeSync, openSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Chain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { StateHistory } from '../chain/execution/stateHistory.ts'
import type { StoredCode } from '../chain/state/codeStore.ts'
import type { BlockTree } from '../chain/store/tree.ts'
import { packStates } from '../formats/cache/packedStates.ts'
import { TemporaryFolder } from '../locks/temporaryFolder.ts'
import type { Hex } from '../primitives/hex.ts'
import {
  CHAIN_FILE,
  GROWTH_FILE,
  type GrowthEntry,
  LENGTH_BYTES,
  STATES_FILE,
  type WrittenBlock,
  type WrittenChain,
} from './chainFiles.ts'
import type { CleanUps } from './cleanUps.ts'

/**
 * Writes a chain to a temporary folder, and from then on each block that is added to it: before the move that built the
 * block is answered, so that a worker with the answer finds the block.
 *
 * @param cleanUps are added to: they delete the folder
 * @returns the path of the folder
 */
export async function shareChain(chain: Chain, cleanUps: CleanUps): Promise<string> {
  const temporary = new TemporaryFolder('test')
  const folder = temporary.path
  cleanUps.add(() => temporary.remove())
  const file = openSync(join(folder, GROWTH_FILE), 'a')
  cleanUps.add(() => closeSync(file))
  // The chain is packed before any further block can be built.
  follow(chain, cleanUps, (entry) => writeSync(file, framed(entry)))
  const history = historyOf(chain)
  const tree = treeOf(chain)
  const states = history && serialize(packStates(history, tree, tree.blocks))
  await writeFile(join(folder, CHAIN_FILE), serialize(toWritten(chain)))
  if (states !== undefined) await writeFile(join(folder, STATES_FILE), states)
  return folder
}

function follow(chain: Chain, cleanUps: CleanUps, write: (entry: GrowthEntry) => void): void {
  const history = historyOf(chain)
  if (history === undefined) return // No blocks can be built on it.
  const { tree } = chain
  let codeCount = codesOf(history).size
  cleanUps.add(
    history.onAdded((hash) => {
      const codes = codesOf(history)
      const newCodes = codes.size === codeCount ? [] : [...codes].slice(codeCount)
      codeCount = codes.size
      const block = toPlainObject(tree.byHash(hash) as SealedBlock)
      write({ block, changes: history.changesOf(hash), codes: newCodes })
    }),
  )
  cleanUps.add(chain.children.onExtended(() => write({ extendedBy: tree.head.hash })))
}

function framed(entry: GrowthEntry): Buffer {
  const content = serialize(entry)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(content.length)
  return Buffer.concat([length, content])
}

/** Its states if they are known without running blocks. Not by its class: the chain may come from another bundle. */
function historyOf({ states }: Chain): StateHistory | undefined {
  return 'changesOf' in states ? (states as StateHistory) : undefined
}

/** The code of all contracts, oldest first. */
function codesOf(history: StateHistory): ReadonlyMap<string, StoredCode> {
  return history.codes() as Map<string, StoredCode>
}

function treeOf({ tree }: Chain): BlockTree {
  return tree as BlockTree
}

function toWritten(chain: Chain): WrittenChain {
  const { spec, isGenerated, rules, genesis, accounts, finality, writtenAs, recordedAnswers } =
    chain
  const { tree } = chain
  return {
    spec,
    isGenerated,
    rules,
    genesis,
    accounts,
    finality,
    writtenAs,
    recordedAnswers,
    earlierContracts: chain.contractIndex.known.filter(({ deployedAt }) => deployedAt > 0),
    states: whereStates(chain),
    main: mainBranch(chain),
    side: tree.sideBlocks.map(toPlainObject),
  }
}

function whereStates({ states, forkedFrom }: Chain): WrittenChain['states'] {
  if (forkedFrom !== undefined) return 'forked'
  if ('changesOf' in states) return 'written'
  return states.areAvailable ? 'executed' : 'none'
}

function mainBranch(chain: Chain): WrittenBlock[] {
  const tree = treeOf(chain)
  const hashes = new Map<number, Hex[]>()
  for (const [hash, { block, index }] of tree.transactions()) {
    const ofBlock = hashes.get(block.number) ?? []
    while (ofBlock.length < index) ofBlock.push('0x')
    ofBlock.push(hash)
    hashes.set(block.number, ofBlock)
  }
  const blocks: WrittenBlock[] = []
  for (let number = tree.first.number; number <= tree.head.number; number++) {
    const block = toPlainObject(tree.byNumber(number) as SealedBlock)
    blocks.push({ block, transactionHashes: hashes.get(number) ?? [] })
  }
  return blocks
}

/** A block of the tree computes its receipts in a getter, which `serialize` would not store. */
function toPlainObject(block: SealedBlock): SealedBlock {
  const { number, hash, parentHash, totalDifficulty, rlp, receiptsRlp, senders } = block
  const { blobGasPrice, accessList, recorded } = block
  const plain = { number, hash, parentHash, totalDifficulty, rlp, receiptsRlp, senders }
  return { ...plain, blobGasPrice, accessList, recorded }
}
