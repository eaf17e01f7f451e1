import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { presetNames } from '../../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { createChain } from '../../../src/createChain.ts'
import { serve } from '../../../src/serve.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import type { AnsweredCall } from '../../support/callEverything.ts'
import { callState } from '../../support/callState.ts'
import { digestAnswers } from '../../support/digestAnswers.ts'
import { repeated, sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const parent = temporaryFolder()

/** A generated chain that was written to the cache, and the chain that the cache returns for it. */
async function generateAndRestore(spec: ChainSpec): Promise<[fresh: Chain, restored: Chain]> {
  // A seed that no other test uses.
  const cache = mkdtempSync(join(parent, 'cache-'))
  let generated = 0
  const onProgress = () => {
    generated++
  }
  const fresh = await createChain(spec, { cache, onProgress })
  expect(generated).toBe(fresh.tree.head.number)
  const restored = await createChain(spec, { cache, onProgress })
  expect(generated).toBe(fresh.tree.head.number)
  return [fresh, restored]
}

async function hashes({ blockFactory }: Chain): Promise<string[]> {
  const { tree } = await blockFactory()
  return [...tree.blocks].map(({ hash }) => hash).sort()
}

async function statesOf(chain: Chain): Promise<AnsweredCall[]> {
  const server = await serve(chain, { port: 0, callTimeout: 0 })
  const answers: AnsweredCall[] = []
  for await (const call of callState(chain, server)) answers.push(call)
  await server.close()
  return answers
}

const size: ChainSpec = sized({ blocks: 56, transactionsPerBlock: [0, 1] }, { blocks: 90 })

describe('a cached chain', () => {
  it('answers as a new one does, before and after both have grown, whatever the spec', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async (spec) => {
        const [fresh, restored] = await generateAndRestore(spec)
        expect(await hashes(restored)).toEqual(await hashes(fresh))
        expect(await digestAnswers(restored, serve)).toBe(await digestAnswers(fresh, serve))
        for (const chain of [fresh, restored]) await chain.extend(3)
        expect(await hashes(restored)).toEqual(await hashes(fresh))
        expect(await digestAnswers(restored, serve)).toBe(await digestAnswers(fresh, serve))
      }),
      { numRuns: repeated(2, 8) },
    )
  })

  it.each(presetNames)('equals a new one in everything else: %s', async (preset) => {
    const spec: ChainSpec = { ...size, seed: 'cached', preset }
    const [fresh, restored] = await generateAndRestore(spec)
    expect(restored.spec).toEqual(fresh.spec)
    expect(restored.rules).toEqual(fresh.rules)
    expect(restored.genesis).toEqual(fresh.genesis)
    expect(restored.accounts).toEqual(fresh.accounts)
    expect(restored.finality).toEqual(fresh.finality)
    const { tree } = await fresh.blockFactory()
    for (const [hash, { block, index }] of tree.transactions()) {
      expect(restored.tree.transaction(hash)).toMatchObject({
        index,
        block: { hash: block.hash },
      })
    }
    expect(await statesOf(restored)).toEqual(await statesOf(fresh))
  })

  it.each(presetNames)(
    'can be built on anywhere and by hand, like a new one: %s',
    async (preset) => {
      const spec: ChainSpec = { ...size, seed: 'cached', preset }
      const [fresh, restored] = await generateAndRestore(spec)
      const grow = async (chain: Chain) => {
        const [alice, bob] = chain.accounts as [
          (typeof chain.accounts)[0],
          (typeof chain.accounts)[0],
        ]
        const branch = await chain.extendBranch(40, 'side', 2)
        const [built] = await chain.build(1, async (block) => {
          await block.add({ from: alice, to: bob.address, value: 1n })
        })
        await chain.extend(12)
        return [...branch.map(({ hash }) => hash), built?.hash, chain.tree.head.hash]
      }
      expect(await grow(restored)).toEqual(await grow(fresh))
    },
  )

  it('is used for its own spec only', async () => {
    const cache = mkdtempSync(join(parent, 'cache-'))
    const first = await createChain({ seed: 'one', blocks: 2 }, { cache })
    const second = await createChain({ seed: 'two', blocks: 2 }, { cache })
    expect(second.tree.head.hash).not.toBe(first.tree.head.hash)
  })
})
