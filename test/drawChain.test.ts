import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { drawPictures } from '../scripts/fixtures/pictures.ts'
import { createChain, DrawOptionsError, drawChain, serve } from '../src/index.ts'
import { parseSvg } from './support/parseSvg.ts'

const chain = await createChain({ seed: 'drawing', blocks: 20 })
const server = await serve(chain, { port: 0 })
afterAll(() => server.close())

function count(svg: string, kind: string): number {
  return parseSvg(svg).filter(({ name, attributes }) => name === 'g' && attributes.class === kind)
    .length
}

describe('the pictures of the documentation', () => {
  it('equal what is drawn today', async () => {
    const today = await drawPictures()
    const files = readdirSync('docs/pictures').filter((name) => name.endsWith('.svg'))
    expect(files.map((name) => `docs/pictures/${name}`)).toEqual([...today.keys()])
    for (const [file, svg] of today) expect(readFileSync(file, 'utf8')).toBe(svg)
  })
})

describe('drawChain', () => {
  it('draws the last 16 blocks of a chain, or those of a range', () => {
    expect(count(drawChain(chain), 'canonical')).toBe(16)
    const whole = drawChain(chain, { from: 0, to: 20, title: 'All' })
    expect(count(whole, 'canonical')).toBe(21)
    expect(whole).toContain('>All</title>')
    const uncles = Array.from({ length: 21 }, (_, number) => chain.blockByNumber(number)?.uncles)
    expect(count(whole, 'uncle')).toBe(uncles.flat().length)
  })

  it('draws the pending block after the head, unless the range ends before it', () => {
    expect(count(drawChain(chain), 'pending')).toBe(1)
    expect(drawChain(chain)).toContain('The pending block would be 21.')
    expect(count(drawChain(chain, { to: 20 }), 'pending')).toBe(0)
    expect(count(drawChain(chain, { from: 4, to: 12 }), 'pending')).toBe(0)
  })

  it('draws what an endpoint has moved away from, even above its head', async () => {
    const endpoint = server.endpoint('moved')
    await endpoint.reorg({ depth: 2 })
    await endpoint.rollback(3)
    const { number } = endpoint.head
    const svg = drawChain(endpoint, { from: number })
    expect(count(svg, 'canonical')).toBe(1)
    // Two blocks of the main branch, and three that the reorg has built.
    expect(count(svg, 'side')).toBe(5)
    expect(svg).toContain(`head is block ${number}.`)
  })

  it('gives the same picture each time', () => {
    expect(drawChain(server)).toBe(drawChain(server))
  })

  it.each([
    [{ from: 3, to: 2 }, 'to: 2 is less than from (3)'],
    [{ from: 0, to: 256 }, 'to: at most 256 numbers, which is 255'],
    [{ from: -1 }, 'from: -1'],
    [{ form: 1 }, 'form'],
    [{ title: '' }, 'title'],
  ])('refuses %o', (options, problem) => {
    const draw = () => drawChain(chain, options as never)
    expect(draw).toThrow(DrawOptionsError)
    expect(draw).toThrow(problem)
  })

  it('refuses what is neither a chain nor an endpoint of this process', () => {
    expect(() => drawChain({} as never)).toThrow('chain: want a chain')
  })
})
