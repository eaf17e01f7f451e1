import { gunzipSync } from 'node:zlib'
import type { ForeignNode } from '../foreignNode.ts'

interface Transaction {
  readonly hash: string
  readonly s: string
}

interface Block {
  readonly transactions: readonly Transaction[]
}

/**
 * Anvil counts no byte for an empty list of withdrawals, has a price of blobs in every receipt, and hashes the sender of a
 * transaction that nobody has signed: docs/dev-node.md.
 */
const NOT_COMPARED = new Set(['size', 'blobGasPrice'])

/** @returns how the answers of two nodes about the blocks and the last state of a dump differ */
export async function compareStates(
  source: ForeignNode,
  target: ForeignNode,
  dump: string,
): Promise<readonly string[]> {
  const { accounts } = JSON.parse(gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()) as {
    readonly accounts: Readonly<
      Record<string, { readonly storage: Readonly<Record<string, string>> }>
    >
  }
  const differences: string[] = []
  const compare = async (method: string, ...params: unknown[]): Promise<void> => {
    const [one, other] = await Promise.all(
      [source, target].map((node) => answerOf(node, method, params)),
    )
    if (one !== other) differences.push(`${method} ${JSON.stringify(params)}: ${one}, ${other}`)
  }
  await compare('eth_blockNumber')
  await compare('eth_chainId')
  const head = Number(await source.call<string>('eth_blockNumber'))
  for (let number = 0; number <= head; number++) {
    const at = `0x${number.toString(16)}`
    const { transactions } = await source.call<Block>('eth_getBlockByNumber', [at, true])
    const isSigned = transactions.every(({ s }) => BigInt(s) > 1n)
    if (!isSigned) continue
    await compare('eth_getBlockByNumber', at, true)
    await compare('eth_getBlockReceipts', at)
    for (const { hash } of transactions) await compare('eth_getTransactionByHash', hash)
    await compare('eth_getLogs', { fromBlock: at, toBlock: at })
  }
  for (const [address, { storage }] of Object.entries(accounts)) {
    for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']) {
      await compare(method, address, 'latest')
    }
    for (const slot of Object.keys(storage))
      await compare('eth_getStorageAt', address, slot, 'latest')
  }
  return differences
}

/** The text of an answer or an error, without what is not compared. */
async function answerOf(
  node: ForeignNode,
  method: string,
  params: readonly unknown[],
): Promise<string> {
  try {
    return JSON.stringify(sorted(await node.call(method, params)))
  } catch (error) {
    return (error as Error).message
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !NOT_COMPARED.has(name))
  return Object.fromEntries(members.toSorted().map(([name, member]) => [name, sorted(member)]))
}
