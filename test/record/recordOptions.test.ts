import { expect, it } from 'vitest'
import { RecordError } from '../../src/record/recordError.ts'
import { type RecordOptions, resolveRecordOptions } from '../../src/record/recordOptions.ts'

const least = { from: 0, to: 3, folder: 'recorded' }

it('fills in defaults', () => {
  expect(resolveRecordOptions({ ...least, to: 'safe' })).toMatchObject({
    to: 'safe',
    answerBytes: 64 * 1024 ** 2,
    concurrency: 8,
    headers: [],
    verify: true,
    restart: false,
    timeoutMs: 30_000,
    tries: 8,
  })
})

it.each<[unknown, string]>([
  [
    undefined,
    "options: it is missing; want an object such as { from: 0, to: 'latest', folder: 'recorded' }",
  ],
  [{ ...least, form: 1 }, 'form: there is no such option; those known are: from, to, folder,'],
  [{ to: 3, folder: 'recorded' }, 'from: it is missing; want a whole number of at least 0'],
  [{ ...least, folder: 1 }, 'folder: 1 is not a non-empty string'],
  [{ ...least, to: 'pending' }, "to: 'pending' is not a number, latest, safe, finalized"],
  [{ ...least, from: 4 }, 'to: 3 is less than from (4)'],
  [
    { ...least, answerBytes: 2 ** 28 + 1 },
    'answerBytes: 268435457 is not a whole number from 1 to',
  ],
  [{ ...least, headers: 'Name: value' }, "headers: 'Name: value' is not a list"],
  [{ ...least, verify: 'no' }, "verify: 'no' is none of: true, false"],
  [{ ...least, signal: new AbortController() }, 'signal: an object is not an AbortSignal'],
  [{ ...least, onProgress: 'log' }, "onProgress: 'log' is not a function"],
])('refuses %j', (options, message) => {
  const resolve = () => resolveRecordOptions(options as RecordOptions)
  expect(resolve).toThrow(RecordError)
  expect(resolve).toThrow(message)
})

it('does not list the internal option among the known ones', () => {
  const options = { ...least, form: 1 }
  expect(() => resolveRecordOptions(options as RecordOptions)).toThrow(
    /onProgress, signal; did you/,
  )
})
