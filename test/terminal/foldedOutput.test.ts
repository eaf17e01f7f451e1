import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FoldedOutput } from '../../src/terminal/foldedOutput.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function outputTo(written: string[]): FoldedOutput {
  return new FoldedOutput((text) => written.push(text))
}

it('writes how often a text was repeated before the next one', () => {
  const written: string[] = []
  const output = outputTo(written)
  for (const line of ['a', 'a', 'a', 'b', 'b', 'a']) output.add([line, '  x'])
  output.flush()
  expect(written).toEqual([
    'a\n  x\n',
    '  repeated 2 times\n',
    'b\n  x\n',
    '  repeated once\n',
    'a\n  x\n',
  ])
})

it('writes the count after a second without another text', () => {
  const written: string[] = []
  const output = outputTo(written)
  output.add(['a'])
  output.add(['a'])
  vi.advanceTimersByTime(999)
  expect(written).toEqual(['a\n'])
  vi.advanceTimersByTime(1)
  output.add(['a'])
  output.flush()
  expect(written).toEqual(['a\n', '  repeated once\n', '  repeated once\n'])
})
