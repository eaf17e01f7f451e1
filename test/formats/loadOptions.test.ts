import { expect, it } from 'vitest'
import { loadChain } from '../../src/formats/loadChain.ts'
import { resolveLoadOptions } from '../../src/formats/loadOptions.ts'
import { LoadOptionsError } from '../../src/formats/loadOptionsError.ts'

it('fills in defaults', () => {
  const { signal } = new AbortController()
  expect(resolveLoadOptions({})).toEqual({ verify: true, verifySignatures: false })
  expect(resolveLoadOptions({ verify: false, signal })).toEqual({
    verify: false,
    verifySignatures: false,
    signal,
  })
})

it.each<[unknown, string]>([
  [null, 'options: null is not an object such as { verify: false }'],
  [{ verfy: false }, 'verfy: there is no such option; those known are: verify,'],
  [{ verify: 'no' }, "verify: 'no' is none of: true, false"],
  [{ verifySignatures: 1 }, 'verifySignatures: 1 is none of: true, false'],
  [{ limits: { partBytes: 0 } }, 'limits.partBytes: 0 is not a whole number from 1 to'],
  [{ onProgress: 1 }, 'onProgress: 1 is not a function'],
  [{ signal: 'stop' }, "signal: 'stop' is not an AbortSignal"],
])('refuses %j, before it looks at the path', async (options, message) => {
  const error = await loadChain('nowhere', options as object).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(LoadOptionsError)
  expect(error).toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining(message) })
})
