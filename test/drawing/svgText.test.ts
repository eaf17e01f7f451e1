import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { element, escapeXml, textElement } from '../../src/drawing/svgText.ts'

describe('escapeXml', () => {
  it('escapes markup', () => {
    expect(escapeXml(`<a b="c" d='e'>&</a>`)).toBe(
      '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;',
    )
  })

  it('replaces characters that XML forbids', () => {
    expect(escapeXml('a\u0000b\u001bc\ud800d\uffffe')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde')
    expect(escapeXml('tab\tline\n😀')).toBe('tab\tline\n😀')
  })

  it('leaves no markup of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeXml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
      }),
    )
  })
})

describe('element', () => {
  it('writes attributes, and leaves out undefined ones', () => {
    expect(element('rect', { x: 1, class: '"><script>', y: undefined })).toBe(
      '<rect x="1" class="&quot;&gt;&lt;script&gt;"/>',
    )
  })

  it('writes text as text', () => {
    expect(textElement('text', {}, '</text><script>')).toBe(
      '<text>&lt;/text&gt;&lt;script&gt;</text>',
    )
  })
})
