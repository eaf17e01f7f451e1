import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import { serve } from '../../../src/serve.ts'
import { startWith } from './compareChain.ts'
import { type Comparison, compareResponses } from './compareResponses.ts'
import type { WrittenChain } from './writtenChains.ts'

/**
 * Moves geth and ommer through all branches and back to the main one, and compares after each move the logs that they
 * send to subscribers, and at the end the responses.
 *
 * @param files the folder of genesis.json and chain.rlp
 * @param scratch a folder for geth's database
 */
export async function compareReorgs(
  program: string,
  { chain, branches }: WrittenChain,
  files: string,
  scratch: string,
): Promise<Comparison> {
  const geth = await startWith(program, chain, files, scratch)
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  try {
    const main = chain.head.hash
    const heads = branches.flatMap((branch) => [branch.at(-1)?.hash ?? main, main])
    const [theirs, ours] = await Promise.all([LogClient.of(geth.wsUrl), LogClient.of(server.wsUrl)])
    const differences: string[] = []
    let compared = 0
    for (const head of heads) {
      await Promise.all([geth.choose({ head }), server.reorg({ to: head, force: true })])
      await server.idle()
      // What was sent arrives before the response to a later request.
      await ours.ask('eth_blockNumber')
      const other = ours.take()
      const one = await theirs.takeSome(other.length)
      compared += 1 + one.length
      if (!isDeepStrictEqual(one, other)) {
        differences.push(`logs of the move to ${head}: geth ${text(one)}, ommer ${text(other)}`)
      }
      const about = { tags: ['latest'], isChosen: false }
      const compare = () => compareResponses(geth.url, server.url, chain, about)
      let responses = await compare()
      // geth caches fee histories by number, and empties this cache shortly after a reorg.
      if (responses.differences.some((each) => !isRemembered(each))) {
        await setTimeout(WAIT_AGAIN)
        responses = await compare()
      }
      compared += responses.compared
      const unexplained = responses.differences.filter((each) => !isRemembered(each))
      differences.push(...unexplained.map((each) => `at ${head}: ${each}`))
    }
    theirs.close()
    ours.close()
    return { compared, differences }
  } finally {
    await Promise.all([geth.stop(), server.close()])
  }
}

function text(value: unknown): string {
  return JSON.stringify(value).slice(0, 1000)
}

/**
 * Whether a difference follows from what geth remembers of the branches before: it returns removed transactions to its
 * pool and finds them there, and where a head has few transactions, it suggests the tip that it suggested last.
 */
function isRemembered(difference: string): boolean {
  return (
    /^eth_(maxPriorityFeePerGas|gasPrice)\(/.test(difference) ||
    /^eth_getTransactionByHash.* geth .*"blockHash":null.*, ommer .*"result":null/.test(difference)
  )
}

/** In milliseconds. */
const WAIT_MAX = 120_000
const WAIT_AGAIN = 2000

/** A WebSocket client that has subscribed to all logs. */
class LogClient {
  readonly #socket: WebSocket
  #logs: object[] = []
  #answered: (() => void) | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (message) => {
      const { params } = JSON.parse(String(message))
      if (params === undefined) this.#answered?.()
      else this.#logs.push(params.result)
    })
  }

  static async of(url: string): Promise<LogClient> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    const client = new LogClient(socket)
    await client.ask('eth_subscribe', 'logs', {})
    return client
  }

  /** Resolves when the response has arrived. */
  ask(method: string, ...params: unknown[]): Promise<void> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    })
  }

  /** The logs since the last call. */
  take(): readonly object[] {
    const taken = this.#logs
    this.#logs = []
    return taken
  }

  /** Waits for this many logs. @returns those that have arrived by then, or after two minutes */
  async takeSome(count: number): Promise<readonly object[]> {
    const deadline = performance.now() + WAIT_MAX
    while (this.#logs.length < count && performance.now() < deadline) await setTimeout(20)
    await this.ask('eth_blockNumber')
    return this.take()
  }

  close(): void {
    this.#socket.terminate()
  }
}
