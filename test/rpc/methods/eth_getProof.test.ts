import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { serveForTests } from '../../support/serving.ts'
import { repeated } from '../../support/sized.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'
import { type ProofJson, verifyProof } from '../../support/verifyProof.ts'

const NOBODY: Hex = `0x${'00'.repeat(19)}99`
const NO_HASH = `0x${'0'.repeat(64)}`
const EMPTY_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
/** The first slots of a contract, written in every way, and some that no contract has. */
const SLOTS = ['0x0', '1', '0x02', '0x3', '4', '0x5', `0x${'0'.repeat(63)}6`, EMPTY_ROOT]

/** Everybody who takes part in a block, and an account that nobody has. */
function accountsOf({ header, transactions, receipts }: Block): Set<Hex> {
  const parties = transactions.flatMap(({ from, to }) => [from, to])
  const created = receipts.map(({ contractAddress }) => contractAddress)
  const named = [...parties, ...created, header.miner, NOBODY]
  return new Set(named.filter((address) => address !== null))
}

type Ask = (...params: readonly unknown[]) => Promise<ProofJson>

function askOf(server: Pick<Server, 'request'>): Ask {
  return (...params) =>
    server.request({ method: 'eth_getProof', params: [...params] }) as Promise<ProofJson>
}

/** Verifies the proofs of everybody at a block. */
async function verifyAt(ask: Ask, block: Block, at: unknown): Promise<number> {
  let values = 0
  for (const address of accountsOf(block)) {
    const proof = await ask(address, SLOTS, at)
    const verified = await verifyProof(proof, block.header.stateRoot)
    if (address === NOBODY) expect(verified).toEqual({ exists: false, values: 0 })
    values += verified.values
  }
  return values
}

describe('random chains', () => {
  it('prove everything that their blocks touch, on every branch and in the candidate', async () => {
    let [values, sides] = [0, 0]
    // Has slots that are proved: a few random chains may have none.
    const example: [ChainSpec] = [{ seed: 'proofs', blocks: 11 }]
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async (spec) => {
        const chain = await createChain({ ...spec, blocks: 1 + ((spec.blocks ?? 0) % 12) })
        await chain.extendBranch(0, 'side', 2)
        const server = await serve(chain, { port: 0 })
        const ask = askOf(server)
        try {
          for (let number = 0; number <= chain.head.header.number; number++) {
            const block = chain.blockByNumber(number) as Block
            const names = [toQuantity(number), block.hash, { blockHash: block.hash }]
            values += await verifyAt(ask, block, names[number % names.length])
          }
          for (const { hash } of chain.tree.sideBlocks) {
            sides++
            await verifyAt(ask, chain.blockByHash(hash) as Block, hash)
          }
          await verifyAt(ask, await chain.pendingBlock(), 'pending')
        } finally {
          await server.close()
        }
      }),
      { numRuns: repeated(4, 60), examples: [example] },
    )
    expect(values).toBeGreaterThan(0)
    expect(sides).toBeGreaterThan(0)
  })
})

describe('a long chain', async () => {
  const spec = { seed: 'proofs', preset: 'latest', blocks: 300 } as const
  const { server, chain } = await serveForTests(spec, { history: 8 })
  const ask = askOf(server)

  it('proves old states, which are computed from changes', async () => {
    for (const number of [150, 149, 201, 3, 290, 300]) {
      const block = chain.blockByNumber(number) as Block
      expect(await verifyAt(ask, block, toQuantity(number))).toBeGreaterThanOrEqual(0)
    }
  })

  it('proves 1,024 slots in turns, each against the same root', async () => {
    // The ring buffer of block hashes (EIP-2935).
    const history = '0x0000f90827f1c53a10cb7a02335b175320002935'
    const slots = Array.from({ length: 1024 }, (_, slot) => toQuantity(slot))
    let proof: ProofJson | undefined
    const turns = await turnsDuring(async () => {
      proof = await ask(history, slots)
    })
    expect(turns).toBeGreaterThan(1)
    const { stateRoot } = chain.head.header
    expect(await verifyProof(proof as ProofJson, stateRoot)).toEqual({ exists: true, values: 300 })
    expect(proof?.storageProof.map(({ key }) => key)).toEqual(slots)
  })

  it('repeats 32 bytes as they are, and writes shorter keys as numbers', async () => {
    const digits = '0'.repeat(62)
    const { storageProof } = await ask(NOBODY, [
      '0x00',
      '',
      '0x',
      '0f',
      '0X01F',
      `0x${digits}`,
      `0x${digits}A`,
      `0x${digits}AB`,
      `${digits}01`,
    ])
    expect(storageProof.map(({ key }) => key)).toEqual([
      '0x0',
      '0x0',
      '0x0',
      '0xf',
      '0x1f',
      '0x0',
      `0x0${digits}a`,
      `0x${digits}ab`,
      `0x${digits}01`,
    ])
  })

  it('writes accounts as geth does', async () => {
    const missing = await ask(NOBODY, ['0x0'])
    expect(missing).toMatchObject({
      address: NOBODY,
      balance: '0x0',
      nonce: '0x0',
      codeHash: NO_HASH,
      storageHash: NO_HASH,
      storageProof: [{ key: '0x0', value: '0x0', proof: [] }],
    })
    expect(missing.accountProof.length).toBeGreaterThan(0)
    const [account] = chain.accounts
    const address = account?.address as Hex
    const { balance, nonce } = await chain.account(address)
    expect(await ask(address.toUpperCase(), [], 'latest')).toMatchObject({
      address,
      balance: toQuantity(balance),
      nonce: toQuantity(nonce),
      codeHash: EMPTY_CODE,
      storageHash: EMPTY_ROOT,
      storageProof: [],
    })
  })

  it('checks keys before the block', async () => {
    await expect(ask(NOBODY, ['0x0', 'wrong'], '0xffff')).rejects.toMatchObject({
      code: -32602,
      message: 'invalid hex in storage key: "wrong"',
    })
  })

  it('answers a long proof of an old state, though both take several turns', async () => {
    const block = chain.blockByNumber(101) as Block
    const slots = Array.from({ length: 200 }, (_, slot) => toQuantity(slot))
    const proofs = await Promise.all(
      [block.header.miner, NOBODY].map((address) => ask(address, slots, '0x65')),
    )
    for (const proof of proofs) await verifyProof(proof, block.header.stateRoot)
  })
})
