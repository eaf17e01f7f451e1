import { isDeepStrictEqual } from 'node:util'
import { callAt, ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { type Facts, requireExpected } from './facts.ts'

/** A script, and the key of the endpoint that it uses. */
export type Scripts = Readonly<Record<string, (url: string) => Promise<Facts>>>

/** A block that a script has made. */
interface Block {
  readonly hash: string
  readonly transactions: readonly string[]
}

/** The blocks of each script, by its key. */
type Session = Readonly<Record<string, readonly Block[]>>

/**
 * Runs all scripts at once, each in an endpoint of its own of one server, whose endpoints must not see what the others
 * do; then all again on a new server, where every block must have the same hash.
 *
 * @param node serves an endpoint at `/v3/NAME` for each script, with a simulated clock
 * @returns what was compared
 * @throws if a script, or a comparison, fails
 */
export async function deployAtOnce(node: NodeCommand, scripts: Scripts): Promise<string> {
  const first = await runSession(node, scripts)
  const second = await runSession(node, scripts)
  if (!isDeepStrictEqual(first, second)) {
    throw new Error(`another session: ${JSON.stringify([first, second])}`)
  }
  const counts = Object.entries(first).map(([key, blocks]) => `${blocks.length} blocks of ${key}`)
  return `${counts.join(' and ')}, which do not see each other, with the same hashes in a second session`
}

async function runSession(node: NodeCommand, scripts: Scripts): Promise<Session> {
  const keys = Object.keys(scripts)
  const started = await ForeignNode.start({ ...node, path: `/v3/${keys[0]}` })
  const urlOf = (key: string) => new URL(key, started.url).href
  try {
    const start = Number(await started.call<string>('eth_blockNumber'))
    await Promise.all(
      Object.entries(scripts).map(async ([key, deploy]) => {
        requireExpected(await deploy(urlOf(key)))
      }),
    )
    const read = keys.map(async (key) => [key, await blocksAfter(urlOf(key), start)] as const)
    const session: Session = Object.fromEntries(await Promise.all(read))
    for (const key of keys) await requireAlone(urlOf(key), key, session)
    return session
  } finally {
    await started.stop()
  }
}

async function blocksAfter(url: string, number: number): Promise<readonly Block[]> {
  const head = Number(await callAt<string>(url, 'eth_blockNumber', []))
  const blocks: Block[] = []
  for (let next = number + 1; next <= head; next++) {
    const params = [`0x${next.toString(16)}`, false]
    const { hash, transactions } = await callAt<Block>(url, 'eth_getBlockByNumber', params)
    blocks.push({ hash, transactions })
  }
  return blocks
}

/** @throws if an endpoint knows a block or a transaction of another one */
async function requireAlone(url: string, key: string, session: Session): Promise<void> {
  const own = new Set(session[key]?.flatMap(({ hash, transactions }) => [hash, ...transactions]))
  for (const { hash, transactions } of Object.values(session).flat()) {
    const calls = [
      ['eth_getBlockByHash', hash, false] as const,
      ...transactions.map((each) => ['eth_getTransactionByHash', each] as const),
    ]
    for (const [method, ...params] of calls) {
      const isFound = (await callAt(url, method, params)) !== null
      if (isFound !== own.has(params[0])) {
        throw new Error(`${key} ${isFound ? 'sees' : 'does not see'} ${params[0]}`)
      }
    }
  }
}
