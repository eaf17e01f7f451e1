import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain, type ServedEndpoint } from '../../src/index.ts'
import { recheck, type Served, type ServedBlock } from '../support/recheck.ts'
import { ask, serveInTest } from '../support/serving.ts'
import { repeated, sized } from '../support/sized.ts'

async function readServed(
  server: Pick<ServedEndpoint, 'request'>,
  number: number,
): Promise<Served & { readonly parentTotalDifficulty: bigint }> {
  const at = quantity(number)
  const block = await ask<ServedBlock>(server, 'eth_getBlockByNumber', at, true)
  const parent = await ask<ServedBlock | null>(
    server,
    'eth_getBlockByHash',
    block.parentHash,
    false,
  )
  const receipts = await ask<Record<string, unknown>[]>(server, 'eth_getBlockReceipts', at)
  const uncles: Record<string, unknown>[] = []
  for (const index of block.uncles.keys()) {
    uncles.push(await ask(server, 'eth_getUncleByBlockNumberAndIndex', at, quantity(index)))
  }
  const parentTotalDifficulty = BigInt((parent?.totalDifficulty ?? '0x0') as string)
  return { block, receipts, uncles, parentTotalDifficulty }
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

interface Change<T> {
  /** the path of the change */
  readonly path: string
  readonly changed: T
}

/** A copy of the value for each scalar in it, with that scalar changed. */
function* changes<T>(value: T, path = ''): Generator<Change<T>> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const { path: at, changed } of changes(member, `${path}.${key}`)) {
        const copy = Array.isArray(value) ? [...value] : { ...value }
        yield { path: at, changed: Object.assign(copy, { [key]: changed }) as T }
      }
    }
  } else {
    yield { path, changed: changeScalar(value) as T }
  }
}

function changeScalar(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return '0x1'
  // Changes the last digit by one, so that a number stays a number.
  return value === '0x'
    ? '0x01'
    : value.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16))
}

describe('served data', () => {
  it('is consistent for any seed: hashes, roots, blooms, sums and senders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (seed) => {
        const chain = await createChain({ seed, blocks: 16, preset: 'pow' })
        const server = await serveInTest(chain)
        for (let number = 0; number <= 16; number++) {
          const { parentTotalDifficulty, ...served } = await readServed(server, number)
          expect(await recheck(served, parentTotalDifficulty)).toEqual([])
        }
      }),
      { numRuns: repeated(2, 20) },
    )
  })

  it('fails the check if a single field is wrong', async () => {
    const spec = { blocks: 64, preset: 'pow', transactionsPerBlock: [1, 2] } as const
    const server = await serveInTest(await createChain(spec))
    const tried = new Set<string>()
    const unseen = new Set(['uncle', 'creation', 'log', '0x0', '0x1', '0x2'])
    for (let number = 1; unseen.size > 0; number++) {
      const { parentTotalDifficulty, ...served } = await readServed(server, number)
      const isNew = kindsIn(served).map((kind) => unseen.delete(kind))
      if (!isNew.includes(true)) continue
      for (const { path, changed } of changes(served)) {
        const change = sized(fieldOf(path, served), `block ${number}${path}`)
        if (tried.has(change)) continue
        tried.add(change)
        const problems = await recheck(changed, parentTotalDifficulty).catch(String)
        expect(problems, `block ${number}${path}`).not.toEqual([])
      }
    }
  })

  /** The name of the field at a path, which is the same for all blocks, logs, uncles, and transactions of a type. */
  function fieldOf(path: string, { block }: Served): string {
    return path.replaceAll(/(\w+)\.(\d+)/g, (_, list, index) => {
      if (list !== 'transactions' && list !== 'receipts') return `${list}.*`
      const { type, to } = block.transactions[index] as { type: string; to: unknown }
      return `${list} of type ${type}${to === null ? ' that create contracts' : ''}`
    })
  }

  /** The parts of a block that determine its fields. */
  function kindsIn({ block, receipts, uncles }: Served): string[] {
    return [
      ...uncles.map(() => 'uncle'),
      ...receipts.flatMap(({ logs }) => (logs as unknown[]).map(() => 'log')),
      ...receipts.flatMap(({ contractAddress }) => (contractAddress === null ? [] : ['creation'])),
      ...block.transactions.map(({ type }) => type as string),
    ]
  }
})
