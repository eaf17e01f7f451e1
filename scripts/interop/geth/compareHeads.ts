import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import type { Chain } from '../../../src/chain/chain.ts'
import { serve } from '../../../src/serve.ts'
import { GethNode } from './gethNode.ts'

/**
 * Compares the notifications of geth and ommer about the same new block.
 *
 * @param files the folder of its genesis.json
 * @returns the difference; undefined without one
 */
export async function compareHeads(
  program: string,
  chain: Chain,
  files: string,
  scratch: string,
): Promise<string | undefined> {
  const { tree, chainId } = chain
  const genesis = join(files, 'genesis.json')
  const geth = await GethNode.start(program, genesis, chainId, scratch)
  const server = await serve(chain, { port: 0 })
  try {
    const endpoint = server.endpoint('notified', { dialect: 'geth', head: tree.head.number - 1 })
    const blocks = Array.from({ length: tree.head.number }, (_, at) => tree.byNumber(at + 1)?.rlp)
    const importBlocks = (rlp: readonly (Uint8Array | undefined)[]) => {
      const file = join(scratch, 'blocks.rlp')
      writeFileSync(file, Buffer.concat(rlp.map((each) => each ?? new Uint8Array(0))))
      return geth.importBlocks(file)
    }
    await importBlocks(blocks.slice(0, -1))
    const [theirs, ours] = await Promise.all([subscribe(geth.wsUrl), subscribe(endpoint.wsUrl)])
    const [one, other] = await Promise.all([
      theirs(() => importBlocks(blocks.slice(-1))),
      ours(() => endpoint.advanceTo(tree.head.number)),
    ])
    if (isDeepStrictEqual(one, other)) return undefined
    return `geth ${JSON.stringify(one)}, ommer ${JSON.stringify(other)}`
  } finally {
    await Promise.all([geth.stop(), server.close()])
  }
}

/** Subscribes to new heads. @returns a function that makes a move and returns the header of its notification */
async function subscribe(url: string): Promise<(move: () => Promise<unknown>) => Promise<object>> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const answer = once(socket, 'message')
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  await answer
  return async (move) => {
    const notified = once(socket, 'message')
    await move()
    const [message] = await notified
    socket.terminate()
    return JSON.parse(String(message)).params.result
  }
}
