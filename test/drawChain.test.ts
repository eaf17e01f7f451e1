import { expect, test } from 'vitest'
import { createChain, drawChain, serve } from '../src/index.ts'

const spec = { seed: 'drawn', blocks: 24, preset: 'pow', uncleRate: [1, 2] } as const

function kindsIn(svg: string): Record<string, number> {
  const kinds = [...svg.matchAll(/<title>Block \d+, (\w+)/g)].map(([, kind = '']) => kind)
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]),
  )
}

test('draws the newest blocks of a chain with their uncles', async () => {
  const chain = await createChain(spec)
  const svg = drawChain(chain)
  expect(kindsIn(svg)).toMatchObject({ canonical: 16, uncle: expect.any(Number) })
  expect(svg).toContain('▼ head')
  expect(drawChain(chain, { from: 20, to: 22, title: 'Three' })).toContain('>Three</title>')
  expect(kindsIn(drawChain(chain, { from: 23, to: 23 })).canonical).toBe(1)
})

test('draws the branches that an endpoint has left, and its own head', async () => {
  const chain = await createChain(spec)
  const server = await serve(chain, { port: 0 })
  await server.reorg({ depth: 3 })
  const svg = drawChain(server, { from: 18 })
  expect(kindsIn(svg)).toMatchObject({ canonical: 8 })
  for (const number of [22, 23, 24]) {
    const hash = chain.blockByNumber(number)?.hash
    expect(svg).toMatch(new RegExp(`<title>Block ${number}, side, .*${hash}</title>`))
  }
  expect(svg.split('▼ head')[0]).toContain(server.head.hash)
  await server.close()
})

test.each([
  [{ from: 5, to: 4 }, 'from: 5 is greater than to, 4'],
  [{ from: 0, to: 500 }, 'from: want at most 500 numbers up to 500'],
  [{ start: 1 }, 'there is no such option'],
])('refuses %j', async (options, problem) => {
  const chain = await createChain(spec)
  expect(() => drawChain(chain, options as object)).toThrow(problem)
})
