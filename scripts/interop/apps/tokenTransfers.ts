import type { Block, Chain, Hex, Log } from '../../../src/index.ts'

/** Topic of Transfer(address,address,uint256). */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A transfer of ERC-20 tokens, and where it is. */
export interface TokenTransfer {
  readonly block: Block
  readonly transactionHash: Hex
  readonly logIndex: number
  readonly token: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
}

/** The blocks of a branch, from genesis to a head. */
export function branchOf(chain: Chain, head: Hex): Block[] {
  const blocks: Block[] = []
  for (
    let block = chain.blockByHash(head);
    block !== undefined;
    block = chain.blockByHash(block.header.parentHash)
  ) {
    blocks.unshift(block)
  }
  return blocks
}

/** The transfers in blocks, in their order. */
export function transfersIn(blocks: readonly Block[]): TokenTransfer[] {
  return blocks.flatMap((block) =>
    block.transactions.flatMap(({ hash }, index) =>
      (block.receipts[index]?.logs ?? [])
        .filter(isTransfer)
        .map((log) => ({ ...decode(log), block, transactionHash: hash, logIndex: log.logIndex })),
    ),
  )
}

/** Transfers of ERC-721 have the same first topic, and a fourth one. */
function isTransfer({ topics }: Log): boolean {
  return topics[0] === TRANSFER_TOPIC && topics.length === 3
}

function decode({ address, topics: [, from, to], data }: Log) {
  return { token: address, from: addressIn(from), to: addressIn(to), value: BigInt(data) }
}

function addressIn(topic = ''): Hex {
  return `0x${topic.slice(-40)}`
}
