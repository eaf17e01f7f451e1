import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChain, createFork, exportChain, type Server, serve } from '../../../src/index.ts'
import { fromHex, toWord } from '../../../src/primitives/hex.ts'
import { keccak256, keccakReady } from '../../../src/primitives/keccak.ts'
import { type FaultyNode, startFaultyNode } from '../../../test/support/faultyNode.ts'
import { MNEMONIC, owner } from '../../../test/support/swapNetwork.ts'
import { GethNode } from '../geth/gethNode.ts'

// Removes slots of a contract with a million of them, each on a fork of geth in a block of its own. The keys say which
// removals need a neighbour that no proof has shown, and how deep it is: those that cannot be found must be flagged, and no
// others. geth must accept every other block.

/** Empties the slot that a call names. */
const CODE = '0x5f5f355500'
const CONTRACT = `0x${'c0'.repeat(20)}`
const PIN = 1
/** In nibbles: up to this depth, a node is found without a list of slots. */
const SEARCHED_MAX = 6

export interface LargeOptions {
  readonly geth: string
  readonly slots: number
  readonly removals: number
  readonly seed: number
  readonly scratch: string
}

/** @returns what is wrong */
export async function compareLarge(options: LargeOptions): Promise<string[]> {
  await keccakReady
  const { geth, scratch, slots, removals, seed } = options
  const genesis = await writeGenesis(options)
  const node = await GethNode.start(geth, genesis, 1337, scratch)
  const proxy = await startFaultyNode(node.url)
  try {
    await addBlocks(node, scratch)
    const keys = Array.from({ length: slots }, (_, index) => keyOf(index + 1)).sort()
    const removed = draw(removals, slots, seed)
    const problems: string[] = []
    for (const lists of [true, false]) {
      proxy.fault = lists ? () => undefined : refuseLists
      const began = performance.now()
      const run = await removeAll(proxy, removed, async (rlp) => {
        const file = join(scratch, 'block.rlp')
        writeFileSync(file, rlp)
        await node.importBlocks(file)
      })
      const seconds = Math.round((performance.now() - began) / 1000)
      problems.push(...check(run, keys, lists))
      const flagged = run.filter(({ isFlagged }) => isFlagged).length
      const name = lists ? 'with lists of slots' : 'by searches alone'
      console.log(
        `  ${name}: ${removals} of ${slots} slots removed, ${removals - flagged} blocks accepted by geth, ${flagged} flagged, ${seconds} s`,
      )
    }
    return problems
  } finally {
    await proxy.close()
    await node.stop()
  }
}

async function writeGenesis({ slots, scratch }: LargeOptions): Promise<string> {
  const chain = await createChain({ blocks: 0, accounts: 0, preset: 'latest', mnemonic: MNEMONIC })
  const folder = join(scratch, 'genesis')
  await exportChain(chain, folder, { format: 'hive' })
  const file = join(folder, 'genesis.json')
  const genesis = JSON.parse(readFileSync(file, 'utf8'))
  const storage: Record<string, string> = {}
  for (let slot = 1; slot <= slots; slot++) storage[toWord(slot)] = toWord(slot)
  genesis.alloc[CONTRACT] = { balance: '0x0', code: CODE, storage }
  writeFileSync(file, JSON.stringify(genesis))
  return file
}

/** Adds the block that is pinned, and one after it: geth lists the state before a block. */
async function addBlocks(node: GethNode, scratch: string): Promise<void> {
  const server = await serve(await forkOf(node.url, 0), { port: 0, dev: true })
  try {
    await server.mine(PIN + 1)
    for (let number = 1; number <= PIN + 1; number++) {
      const file = join(scratch, 'block.rlp')
      writeFileSync(file, await rawBlock(server, number))
      await node.importBlocks(file)
    }
    await node.choose({ head: server.head.hash })
  } finally {
    await server.close()
  }
}

function forkOf(rpc: string, block: number) {
  return createFork({ rpc, block, proofs: 'require', spec: { mnemonic: MNEMONIC } })
}

async function rawBlock(server: Server, number: number): Promise<Uint8Array> {
  const params = [`0x${number.toString(16)}`]
  return fromHex((await server.request({ method: 'debug_getRawBlock', params } as never)) as never)
}

interface Removal {
  readonly slot: number
  readonly isFlagged: boolean
  /** why geth has refused the block */
  readonly refusal: string | undefined
}

async function removeAll(
  proxy: FaultyNode,
  slots: readonly number[],
  importBlock: (rlp: Uint8Array) => Promise<void>,
): Promise<readonly Removal[]> {
  const server = await serve(await forkOf(proxy.url, PIN), { port: 0, dev: true })
  const done: Removal[] = []
  try {
    for (const slot of slots) {
      const removal = { from: owner, to: CONTRACT, data: toWord(slot), gas: '0x30d40' }
      await server.request({ method: 'eth_sendTransaction', params: [removal] } as never)
      const isFlagged = server.irregular !== undefined
      const refusal = await importBlock(await rawBlock(server, PIN + 1)).then(
        () => undefined,
        (error: Error) => error.message,
      )
      done.push({ slot, isFlagged, refusal })
      await server.reset()
    }
    return done
  } finally {
    await server.close()
  }
}

function check(run: readonly Removal[], keys: readonly string[], lists: boolean): string[] {
  return run.flatMap(({ slot, isFlagged, refusal }) => {
    const depth = neighbourDepth(keys, keyOf(slot))
    const isLost = !lists && depth !== undefined && depth > SEARCHED_MAX
    const what = `slot ${slot}, whose neighbour is ${depth ?? 'not'} deep`
    if (isFlagged !== isLost) return [`${what}: flagged: ${isFlagged}`]
    if (!isFlagged && refusal !== undefined) return [`${what}: geth: ${refusal}`]
    return []
  })
}

/** How many nibbles lead to the only other child of the branch of a key; undefined if it has several. */
function neighbourDepth(keys: readonly string[], key: string): number | undefined {
  const at = keys.indexOf(key)
  const shared = (other = '') => [...key].findIndex((nibble, index) => nibble !== other[index])
  const depth = Math.max(shared(keys[at - 1]), shared(keys[at + 1]))
  const others = new Set<string>()
  for (const step of [-1, 1]) {
    for (let index = at + step; keys[index]?.startsWith(key.slice(0, depth)); index += step) {
      others.add(keys[index]?.[depth] as string)
    }
  }
  return others.size === 1 ? depth + 1 : undefined
}

function keyOf(slot: number): string {
  return Buffer.from(keccak256(fromHex(toWord(slot)))).toString('hex')
}

/** Different slots, by a linear congruential generator. */
function draw(count: number, slots: number, seed: number): readonly number[] {
  const drawn = new Set<number>()
  for (let state = seed >>> 0; drawn.size < Math.min(count, slots); ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    drawn.add(1 + Math.floor((state / 2 ** 32) * slots))
  }
  return [...drawn]
}

const refuseLists: FaultyNode['fault'] = ({ method, id }) => {
  if (method !== 'debug_storageRangeAt') return undefined
  const error = { code: -32601, message: 'the method does not exist' }
  return { body: JSON.stringify({ jsonrpc: '2.0', id, error }) }
}
