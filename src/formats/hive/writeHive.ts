import type { SealedBlock } from '../../chain/encoding/block.ts'
import { blockWithAccessList } from '../../chain/encoding/blockWithAccessList.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { chainSlice } from '../chainSlice.ts'
import type { ExportSource, WriteFormat } from '../exportSource.ts'
import type { FolderWriter } from '../folder/folderWriter.ts'
import { jsonText } from '../jsonText.ts'
import { requireBlockBytes, requireGenesis } from '../requireGenesis.ts'
import { isRegular, requireRegular } from '../requireRegular.ts'
import { accountsFile } from './accountsFile.ts'
import { headblockFile } from './headblock.ts'
import { writeHeadfcu } from './headfcu.ts'
import { encodePending } from './pendingRlp.ts'
import { TxInfo } from './txinfo.ts'
import { writeGethGenesis } from './writeGethGenesis.ts'

const FORMAT = 'hive'

/**
 * Writes a chain in the format of hive: `genesis.json` and `chain.rlp`, which `geth init` and `geth import` read, and
 * `headfcu.json`, `headblock.json`, `accounts.json`, `txinfo.json`. Two more files are additions of ommer: `side.rlp`
 * with blocks of other branches, and `pending.rlp` with the candidate for the next block.
 *
 * @throws {FormatError} if the chain does not start at a genesis with known accounts, or has blocks that are available
 *   only as JSON, or that other nodes would not accept
 * @see https://github.com/ethereum/hive/tree/master/cmd/hivechain
 */
export const writeHive: WriteFormat = async (source, folder) => {
  const { chain, pretty } = source
  await requireGenesis(FORMAT, source)
  const { tree, finality, candidate } = chainSlice(source)
  requireRegular(FORMAT, tree.head)
  const json = (value: unknown): string => jsonText(value, pretty)
  await folder.write('genesis.json', writeGethGenesis(chain.rules, chain.genesis, tree))
  const info = await writeMainBranch(source, folder)
  await folder.write('headfcu.json', writeHeadfcu({ tree, finality }))
  await folder.write('headblock.json', json(headblockFile(tree.head)))
  await folder.write('accounts.json', json(accountsFile(chain.accounts)))
  await folder.write('txinfo.json', json(info.toFile()))
  const sideBlocks = tree.sideBlocks.filter(isRegular)
  if (sideBlocks.length > 0) await writeSideBlocks(sideBlocks, source, folder)
  const pending = await candidate(() => tree.head)
  // A candidate that was loaded from JSON has no bytes, because some of its fields are null.
  if (pending !== undefined && pending.recorded === undefined) {
    await folder.write('pending.rlp', encodePending(pending))
  }
  return {}
}

/** Written block by block, because a long chain exceeds the maximum length of a Buffer. */
async function writeMainBranch(
  { chain, to, accessLists, onProgress, signal }: ExportSource,
  folder: FolderWriter,
): Promise<TxInfo> {
  const info = new TxInfo(chain)
  const file = await folder.open('chain.rlp')
  try {
    for (let number = 1; number <= to; number++) {
      signal?.throwIfAborted()
      const block = chain.tree.byNumber(number) as SealedBlock
      requireBlockBytes(FORMAT, block)
      // `geth import` reads access lists; its admin_importChain refuses them, and other nodes may.
      await file.write(accessLists ? blockWithAccessList(block) : block.rlp)
      info.add(decodeBlock(block))
      onProgress?.(number, to)
      await yieldToEventLoop()
    }
  } finally {
    await file.close()
  }
  return info
}

async function writeSideBlocks(
  blocks: readonly SealedBlock[],
  { signal }: ExportSource,
  folder: FolderWriter,
): Promise<void> {
  const file = await folder.open('side.rlp')
  try {
    for (const block of blocks) {
      signal?.throwIfAborted()
      requireBlockBytes(FORMAT, block)
      await file.write(block.rlp)
      await yieldToEventLoop()
    }
  } finally {
    await file.close()
  }
}
