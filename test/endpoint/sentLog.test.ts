import { expect, it } from 'vitest'
import { SentLog } from '../../src/endpoint/sentLog.ts'
import type { SentTransaction } from '../../src/pool/sentTransaction.ts'

const sent = (number: number) => ({ hash: `0x${number}` }) as SentTransaction

it('gives numbers and positions as if one that was withdrawn had not been sent', () => {
  const log = new SentLog()
  log.add(sent(1))
  log.add(sent(2))
  // A filter that is polled now has seen both.
  const { end } = log
  log.withdraw()
  expect([log.count, log.hashOf(1), log.hashOf(2)]).toEqual([1, '0x1', undefined])
  expect(log.has('0x2')).toBe(false)
  log.add(sent(3))
  expect([log.count, log.hashOf(2), log.hashOf(3)]).toEqual([2, '0x3', undefined])
  expect(log.since(end)).toEqual(['0x3'])
  expect(log.since(0)).toEqual(['0x1', undefined, '0x3'])
})

it('keeps numbers when it forgets the oldest', () => {
  const log = new SentLog()
  log.add(sent(0))
  log.withdraw()
  for (let number = 1; number < 20_000; number++) log.add(sent(number))
  expect([log.count, log.end]).toEqual([19_999, 20_000])
  expect(log.hashOf(19_999)).toBe('0x19999')
  expect(log.hashOf(15_000)).toBe('0x15000')
  expect(log.hashOf(1)).toBeUndefined()
  expect(log.since(19_998)).toEqual(['0x19998', '0x19999'])
})

it('notifies listeners once a transaction can no longer be refused, if they still listen then', () => {
  const log = new SentLog()
  const notified: string[] = []
  const listen = (name: string) =>
    log.onAdded(({ hash }) => () => {
      notified.push(`${name} ${hash}`)
    })
  listen('one')
  const stop = listen('other')
  log.onAdded(() => undefined)
  log.add(sent(1))
  expect(notified).toEqual([])
  log.withdraw()
  log.accept()
  expect(notified).toEqual([])
  log.add(sent(2))
  stop()
  log.accept()
  log.accept()
  expect(notified).toEqual(['one 0x2'])
})
