import type { Account } from '../../chain/accounts.ts'
import type { Chain } from '../../chain/chain.ts'
import { StoredBlock, type StoredFields, storedFields } from '../../chain/encoding/storedBlock.ts'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { BlockTree } from '../../chain/store/tree.ts'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'

/** Everything needed to serve a chain, as plain objects. */
export interface PackedBlocks {
  readonly genesis: Genesis
  readonly accounts: readonly Account[]
  /** of all branches, each after its parent */
  readonly blocks: readonly StoredFields[]
  /** the hashes of the transactions of each block of the main branch, 32 bytes each, by the block's hash */
  readonly transactionHashes: ReadonlyMap<Hex, Uint8Array>
}

export async function packBlocks({
  genesis,
  accounts,
  blockFactory,
}: Chain): Promise<PackedBlocks> {
  const { tree } = await blockFactory()
  const hashes = new Map<Hex, Uint8Array[]>()
  for (let number = 0; number <= tree.head.number; number++) {
    hashes.set(tree.byNumber(number)?.hash as Hex, [])
  }
  for (const [hash, { block }] of tree.transactions()) hashes.get(block.hash)?.push(fromHex(hash))
  return {
    genesis,
    accounts,
    blocks: [...tree.blocks].map(storedFields),
    transactionHashes: new Map([...hashes].map(([hash, each]) => [hash, Buffer.concat(each)])),
  }
}

export function unpackBlocks({ blocks, transactionHashes }: PackedBlocks): BlockTree {
  const [genesis, ...others] = blocks.map(StoredBlock.of) as [StoredBlock, ...StoredBlock[]]
  const tree = new BlockTree(genesis)
  for (const block of others) {
    const hashes = transactionHashes.get(block.hash)
    if (hashes === undefined) tree.addSideBlock(block)
    else tree.append(block, split(hashes))
  }
  return tree
}

function split(hashes: Uint8Array): Hex[] {
  return Array.from({ length: hashes.length / 32 }, (_, index) =>
    toHex(hashes.subarray(32 * index, 32 * index + 32)),
  )
}
