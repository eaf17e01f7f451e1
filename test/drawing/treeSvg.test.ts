import { expect, test } from 'vitest'
import { treeSvg } from '../../src/drawing/treeSvg.ts'
import { treeBlock } from '../support/treeBlock.ts'

const flags = { head: 'none', safe: null, finalized: null }

test('names every block, and describes the picture', () => {
  const svg = treeSvg({
    title: 'A chain',
    blocks: [treeBlock('0xabcdef12', 3, '0x00')],
    flags,
  })
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
  expect(svg).toContain('<title id="title">A chain</title>')
  expect(svg).toContain('<desc id="description">Blocks 3 to 3: ')
  expect(svg).toContain('>abcdef</text>')
})

test('escapes text that is markup', () => {
  const block = treeBlock('0xab', 1, '0x00', { branch: '</title><script>"\'&' })
  const svg = treeSvg({ title: '<b>\u0000', blocks: [block], flags })
  expect(svg).not.toContain('<script>')
  expect(svg).not.toContain('<b>')
  expect(svg).toContain('&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;')
  expect(svg).not.toContain('\u0000')
})
