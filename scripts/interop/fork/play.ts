import fc from 'fast-check'
import { encodeAbiParameters, type Hex } from 'viem'
import { type Chain, type Server, serve } from '../../../src/index.ts'
import { swapData, token0, token1 } from '../../../test/support/swapNetwork.ts'

/** What is done to a fork. The number says which account or token, or how much. */
export interface Action {
  readonly kind: 'swap' | 'sendAll' | 'create' | 'mine' | 'reorg'
  readonly number: number
}

export const actions: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('swap', 'sendAll', 'create', 'mine', 'reorg'),
  number: fc.nat(1000),
})

/** What it has led to. */
export interface Played {
  /** those of all branches, in the order in which they were mined */
  readonly blocks: readonly { readonly hash: string; readonly rlp: Buffer }[]
  readonly head: string
  /** why a block is flagged */
  readonly flagged: string | undefined
}

/** A contract that fills three slots, and empties one of them. */
const CREATION = '0x60015f55600160015560016002555f6001555f5ff3'

export async function play(chain: Chain, history: readonly Action[]): Promise<Played> {
  const server = await serve(chain, { port: 0, dev: true })
  const first = server.head.number
  const blocks = new Map<string, Buffer>()
  try {
    for (const action of history) {
      await act(server, chain, action)
      await collect(server, first, blocks)
    }
    const { head, irregular } = server
    return {
      blocks: [...blocks].map(([hash, rlp]) => ({ hash, rlp })),
      head: head.hash,
      flagged: irregular?.reasons.join(', '),
    }
  } finally {
    await server.close()
  }
}

async function act(server: Server, chain: Chain, { kind, number }: Action): Promise<void> {
  const ask = (method: string, ...params: unknown[]) =>
    server.request({ method, params } as never) as Promise<unknown>
  const from = chain.accounts[number % 2]?.address
  const to = number % 3 === 0 ? token0 : token1
  const send = (fields: object) => ask('eth_sendTransaction', { from, gas: '0x7a120', ...fields })
  switch (kind) {
    case 'swap':
      await send({ to, data: swapData(BigInt(number + 1) * 10n ** 15n) })
      break
    case 'sendAll': {
      // Empties a slot that the network has.
      const owner = String(from).slice(2).padStart(64, '0')
      const balance = (await ask('eth_call', { to, data: `0x70a08231${owner}` }, 'latest')) as Hex
      const recipient = `0x${(number + 1).toString(16).padStart(40, '0')}` as const
      const types = [{ type: 'address' }, { type: 'uint256' }] as const
      const values = encodeAbiParameters(types, [recipient, BigInt(balance)])
      await send({ to, data: `0xa9059cbb${values.slice(2)}` })
      break
    }
    case 'create':
      await send({ data: CREATION })
      break
    case 'mine':
      await server.mine(1 + (number % 3))
      break
    case 'reorg': {
      const depth = Math.min(1 + (number % 3), server.head.number - chain.tree.first.number)
      if (depth > 0) await server.reorg({ depth })
    }
  }
}

/** Adds the blocks that are new. */
async function collect(server: Server, first: number, blocks: Map<string, Buffer>): Promise<void> {
  for (let at = first + 1; at <= server.head.number; at++) {
    const params = [`0x${at.toString(16)}`]
    const { hash } = (await server.request({
      method: 'eth_getBlockByNumber',
      params: [...params, false],
    } as never)) as { hash: string }
    if (blocks.has(hash)) continue
    const rlp = (await server.request({ method: 'debug_getRawBlock', params } as never)) as string
    blocks.set(hash, Buffer.from(rlp.slice(2), 'hex'))
  }
}
