import { expect, test } from 'vitest'
import { LogDestination } from '../../src/server/logDestination.ts'

test('writes lines to a stream', () => {
  const lines: string[] = []
  const log = new LogDestination({ write: (line: string) => lines.push(line) })
  log.write('one\n')
  log.write('two\n')
  expect(lines).toEqual(['one\n', 'two\n'])
  expect(log.droppedLines).toBe(0)
})

test('drops and counts lines that a stream refuses, and continues', () => {
  const lines: string[] = []
  let isFull = true
  const log = new LogDestination({
    write(line: string) {
      if (isFull) throw new Error('ENOSPC: no space left on device, write')
      lines.push(line)
    },
  })
  log.write('lost\n')
  isFull = false
  log.write('kept\n')
  expect(lines).toEqual(['kept\n'])
  expect(log.droppedLines).toBe(1)
})

test('drops and counts unread lines above a mebibyte', () => {
  const stream = { writableLength: 2 ** 20, lines: 0, write: () => stream.lines++ }
  const log = new LogDestination(stream)
  log.write('kept\n')
  stream.writableLength++
  log.write('lost\n')
  expect(stream.lines).toBe(1)
  expect(log.droppedLines).toBe(1)
})
