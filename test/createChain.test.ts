import { expect, it } from 'vitest'
import { createChain } from '../src/createChain.ts'

it.each<[unknown, string]>([
  [null, "options: null is not an object such as { cache: '.cache' }"],
  ['.cache', "options: '.cache' is not an object such as { cache: '.cache' }"],
  [{ cahce: '.cache' }, 'cahce: there is no such option; those known are: cache,'],
  [{ cache: true }, 'cache: true is not a non-empty string'],
  [{ onProgress: 'log' }, "onProgress: 'log' is not a function"],
  [{ signal: new AbortController() }, 'signal: an object is not an AbortSignal'],
])('refuses the options %j', async (options, message) => {
  await expect(createChain({ blocks: 1 }, options as object)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining(message),
  })
})

it('accepts the AbortSignal of another class, as some test environments have', async () => {
  const signal = { aborted: true, addEventListener() {}, throwIfAborted() {} }
  const reason = new Error('stopped')
  signal.throwIfAborted = () => {
    throw reason
  }
  const options = { signal: signal as unknown as AbortSignal }
  await expect(createChain({ blocks: 1 }, options)).rejects.toBe(reason)
})
