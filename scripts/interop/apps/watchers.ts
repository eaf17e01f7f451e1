import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import type { Chain, Hex, Server } from '../../../src/index.ts'
import { installWeb3Py } from './libraries.ts'

const REORGS = 100

/** The deepest reorg. */
const DEPTH_MAX = 4

type SeenLog = readonly [blockHash: Hex, logIndex: number, removed: boolean]

/** What filters returned, or subscriptions were sent. */
interface Seen {
  readonly logs: SeenLog[]
  readonly blocks: Hex[]
}

/**
 * Lets web3.py poll filters over HTTP while the head moves from branch to branch, and compares what they return with what
 * a subscriber over WebSocket is sent.
 *
 * @returns the result in words
 * @throws {NotInstalledError}
 */
export async function runWatchers(_: Chain, server: Server): Promise<string> {
  const { folder, python } = installWeb3Py()
  const endpoint = server.endpoint('watched', { head: server.head.hash as Hex })
  const subscriber = await subscribe(endpoint.wsUrl)
  const program = spawn(python, ['-W', 'ignore', 'watch.py', endpoint.url], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(program.stdout)
  try {
    await once(lines, 'line')
    for (let count = 0; count < REORGS; count++) {
      const depth = 1 + Math.floor(Math.random() * DEPTH_MAX)
      const length = 1 + Math.floor(Math.random() * (depth + 2))
      await endpoint.reorg({ depth, length, force: true })
    }
    const output = once(lines, 'line')
    program.stdin.write('stop\n')
    const { ended, ...polled } = JSON.parse((await output)[0])
    const sent = await subscriber.finish()
    requireSame('logs', polled.logs, sent.logs)
    requireSame('blocks', polled.blocks, sent.blocks)
    if (!isDeepStrictEqual(ended, [true, true])) throw new Error('a filter had ended')
    const removed = sent.logs.filter(([, , isRemoved]) => isRemoved).length
    return `${REORGS} reorgs: ${sent.blocks.length} blocks and ${sent.logs.length} logs (${removed} removed), as a subscriber`
  } finally {
    program.kill()
    await endpoint.close()
  }
}

function requireSame(what: string, polled: readonly unknown[], sent: readonly unknown[]): void {
  if (isDeepStrictEqual(polled, sent)) return
  const at = sent.findIndex((each, index) => !isDeepStrictEqual(each, polled[index]))
  throw new Error(
    `${what} ${at} of ${sent.length}: polled ${polled.length}, ${JSON.stringify(polled[at])} instead of ${JSON.stringify(sent[at])}`,
  )
}

/** Subscribes to all logs and heads. @returns a function that returns what was sent until now */
async function subscribe(url: string): Promise<{ finish(): Promise<Seen> }> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const seen: Seen = { logs: [], blocks: [] }
  const answers = new Map<number, () => void>()
  socket.on('message', (text) => {
    const message = JSON.parse(String(text))
    const result = message.params?.result
    if (result === undefined) answers.get([message].flat()[0].id)?.()
    else if ('topics' in result) {
      seen.logs.push([result.blockHash, Number(result.logIndex), result.removed])
    } else seen.blocks.push(result.hash)
  })
  const ask = (id: number, request: (envelope: object) => unknown) => {
    const answered = new Promise<void>((resolve) => answers.set(id, resolve))
    socket.send(JSON.stringify(request({ jsonrpc: '2.0', id })))
    return answered
  }
  for (const [id, params] of [['logs', {}], ['newHeads']].entries()) {
    await ask(id, (envelope) => ({ ...envelope, method: 'eth_subscribe', params }))
  }
  return {
    async finish() {
      // A batch is answered after the notifications of earlier moves.
      await ask(2, (envelope) => [{ ...envelope, method: 'eth_chainId' }])
      socket.close()
      return seen
    },
  }
}
