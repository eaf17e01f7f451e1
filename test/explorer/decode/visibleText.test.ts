import { describe, expect, it } from 'vitest'
import { textOfHex, visibleText } from '../../../src/explorer/decode/visibleText.ts'

describe('visibleText', () => {
  it('keeps text of any language', () => {
    for (const text of ['dotingwhale', '<b>bold</b>', 'שלום', '日本', 'é', '🦊']) {
      expect(visibleText(text)).toBe(text)
    }
  })

  it('writes out what is invisible or changes the direction', () => {
    expect(visibleText('a\u202Eb')).toBe('a\\u{202e}b')
    expect(visibleText('a\n\u0000b\u200b')).toBe('a\\u{a}\\u{0}b\\u{200b}')
    expect(visibleText('\ud800')).toBe('\\u{d800}')
  })

  it('shortens long texts and stacks of marks', () => {
    expect(visibleText('x'.repeat(300), 10)).toBe('xxxxxxxxxx…')
    expect(visibleText(`e${'\u0301'.repeat(50)}`)).toBe(`e${'\u0301'.repeat(3)}…`)
    expect(visibleText('🦊'.repeat(12), 10)).toBe(`${'🦊'.repeat(10)}…`)
  })
})

describe('textOfHex', () => {
  it('reads UTF-8 and nothing else', () => {
    expect(textOfHex('0x646f74')).toBe('dot')
    expect(textOfHex('0xff')).toBeUndefined()
    expect(textOfHex('0x')).toBeUndefined()
  })
})
