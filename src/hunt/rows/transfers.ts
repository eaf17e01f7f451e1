import type { Block } from '../../chain/encoding/block.ts'
import type { Row } from './columns.ts'
import { byBlock, type KnownTable } from './expectation.ts'
import { logColumns, logKeys, logsOf } from './logs.ts'

/** keccak256('Transfer(address,address,uint256)') */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A log of an ERC-20 transfer has two indexed arguments; that of an ERC-721 has three. */
const TOPICS = 3

function transfersOf(block: Block, chainId: string): readonly Row[] {
  return logsOf(block, chainId)
    .filter(({ log }) => log.topics[0] === TRANSFER && log.topics.length === TOPICS)
    .map(({ log: { topics, data }, at }) => ({
      ...at,
      from: addressIn(topics[1] as string),
      to: addressIn(topics[2] as string),
      value: `${BigInt(data)}`,
    }))
}

/** The last 20 of 32 bytes. */
function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`
}

export const transfers: KnownTable = {
  name: 'transfers',
  summary: 'a row for each transfer of an ERC-20 token',
  columns: { ...logColumns, from: 'bytes', to: 'bytes', value: 'number' },
  keys: logKeys,
  rows: byBlock(transfersOf),
}
