import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TreeBlock } from '../../src/drawing/treeLayout.ts'
import { drawTree } from '../../src/drawing/treeSvg.ts'
import { parseSvg } from '../support/parseSvg.ts'
import { treeBlock } from '../support/treeBlock.ts'

const canonical = { isCanonical: true }

/** Three canonical blocks, an uncle that the last one includes, and a side branch. */
const blocks: readonly TreeBlock[] = [
  treeBlock('c0', 0, '', canonical),
  treeBlock('c1', 1, 'c0', { ...canonical, transactions: 1 }),
  treeBlock('c2', 2, 'c1', { ...canonical, transactions: 7, uncles: ['u1'] }),
  treeBlock('u1', 1, 'c0', { isUncle: true, includedBy: 'c2' }),
  treeBlock('s2', 2, 'c1', { branch: 'b', irregular: true }),
]
const head = { hash: 'c2' }

/** The groups of the picture, which are its blocks, by kind. */
function kindsOf(svg: string): readonly string[] {
  return parseSvg(svg)
    .filter(({ name }) => name === 'g')
    .map(({ attributes }) => attributes.class as string)
}

describe('drawTree', () => {
  it('draws each block by its kind, and a line for each parent and each uncle', () => {
    const svg = drawTree({ blocks, head }, 'A chain')
    expect(kindsOf(svg).toSorted()).toEqual([
      'canonical',
      'canonical',
      'canonical',
      'side',
      'uncle',
    ])
    const lines = parseSvg(svg).filter(({ name, path }) => name === 'path' && path.length === 1)
    expect(lines.map((line) => line.attributes.class).toSorted()).toEqual([
      'parent',
      'parent',
      'parent',
      'parent',
      'uncle',
    ])
  })

  it('draws the pending block after the head', () => {
    const pending = { number: 3, parentHash: 'c2' }
    const svg = drawTree({ blocks, head, pending }, 'A chain')
    expect(kindsOf(svg).filter((kind) => kind === 'pending')).toHaveLength(1)
    expect(svg).toContain('The pending block would be 3.')
    expect(svg).toContain('thin: pending')
    const elsewhere = drawTree({ blocks, head, pending: { ...pending, parentHash: 'x' } }, 'Part')
    expect(elsewhere).toBe(drawTree({ blocks, head }, 'Part'))
  })

  it('places everything within its view box', () => {
    const pending = { number: 3, parentHash: 'c2' }
    const [root, ...elements] = parseSvg(drawTree({ blocks, head, pending }, 'A chain'))
    const [, , width, height] = String(root?.attributes.viewBox).split(' ').map(Number)
    for (const { name, attributes } of elements) {
      if (name !== 'rect') continue
      const { x = '0', y = '0' } = attributes
      expect(Number(x)).toBeGreaterThanOrEqual(0)
      expect(Number(y)).toBeGreaterThanOrEqual(0)
      expect(Number(x) + Number(attributes.width)).toBeLessThanOrEqual(width as number)
      expect(Number(y) + Number(attributes.height)).toBeLessThanOrEqual(height as number)
    }
  })

  it('flags head, safe and finalized, several on one block together', () => {
    const tags = { safe: { hash: 'c1' }, finalized: { hash: 'c1' } }
    const svg = drawTree({ blocks, head, ...tags }, 'A chain')
    expect(svg).toContain('>head</text>')
    expect(svg).toContain('>safe · finalized</text>')
    expect(drawTree({ blocks, head, safe: null, finalized: null }, 'A chain')).not.toContain('safe')
  })

  it('says in words what it shows', () => {
    const svg = drawTree({ blocks, head }, 'A reorg')
    expect(parseSvg(svg)[0]?.attributes).toMatchObject({
      role: 'img',
      'aria-labelledby': 'title description',
    })
    expect(svg).toContain('<title id="title">A reorg</title>')
    expect(svg).toContain(
      '<desc id="description">Blocks 0 to 2. 3 blocks are canonical. An uncle has the number 1. A side branch has block 2. head is block 2.</desc>',
    )
    expect(svg).toContain(
      '<title>Block 2, side branch, 0 transactions, branch b, irregular, s2</title>',
    )
  })

  it('has colours for both schemes, and names kinds without them', () => {
    const svg = drawTree({ blocks, head }, 'A chain')
    expect(svg).toContain('@media (prefers-color-scheme:dark)')
    expect(svg).toContain('>uncle</text>')
    expect(svg).toContain('>side, irregular</text>')
  })

  it('loads nothing and runs nothing', () => {
    const elements = parseSvg(drawTree({ blocks, head }, 'A chain'))
    expect(elements.some(({ name }) => /script|image|use|foreignObject|^a$/i.test(name))).toBe(
      false,
    )
    const names = elements.flatMap(({ attributes }) => Object.keys(attributes))
    expect(names.some((name) => /^on|href/i.test(name))).toBe(false)
  })

  it('draws no blocks', () => {
    const svg = drawTree({ blocks: [], head }, 'Nothing')
    expect(kindsOf(svg)).toEqual([])
    expect(svg).toContain('There are no blocks in this range.')
  })

  it('keeps any text as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, branch) => {
        const hostile = [treeBlock('<svg onload="x">', 0, '', { branch })]
        expect(kindsOf(drawTree({ blocks: hostile, head }, title))).toEqual(['side'])
      }),
    )
  })

  it('gives the same picture for the same blocks in any order', () => {
    expect(drawTree({ blocks: blocks.toReversed(), head }, 'A')).toBe(
      drawTree({ blocks, head }, 'A'),
    )
  })
})
