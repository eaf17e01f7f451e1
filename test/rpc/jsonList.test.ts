import { describe, expect, it } from 'vitest'
import { decodeResult } from '../../src/rpc/answer.ts'
import { JsonList } from '../../src/rpc/jsonList.ts'

function listOf(items: readonly unknown[]): JsonList {
  const list = new JsonList()
  for (const item of items) expect(list.add(JSON.stringify(item), 10_000_000)).toBe(true)
  return list
}

describe('a list of JSON texts', () => {
  it.each<[name: string, items: readonly unknown[]]>([
    ['nothing', []],
    ['one item', [{ a: 1 }]],
    ['several', [1, 'two', [3], null]],
    [
      'more than it keeps as text',
      Array.from({ length: 5000 }, (_, at) => `item ${at} `.repeat(9)),
    ],
    ['text beyond ASCII', Array.from({ length: 30_000 }, () => 'é€😀')],
  ])('has %s', (_, items) => {
    const list = listOf(items)
    expect(list.length).toBe(items.length)
    expect(decodeResult(list.toAnswer())).toEqual(items)
  })

  it('counts bytes with separators, and takes no item that exceeds the limit', () => {
    const list = listOf(['é'])
    expect(list.bytes).toBe(5)
    expect(list.add('1234', 9)).toBe(false)
    expect(list.add('123', 9)).toBe(true)
    expect(list.bytes).toBe(9)
    expect(decodeResult(list.toAnswer())).toEqual(['é', 123])
  })
})
