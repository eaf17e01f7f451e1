import { expect, it } from 'vitest'
import { type LoadLimits, resolveLoadLimits } from '../../src/formats/loadLimits.ts'
import { LoadOptionsError } from '../../src/formats/loadOptionsError.ts'

it('fills in defaults', () => {
  const defaults = { expandedBytes: 4 * 1024 ** 3, partBytes: 64 * 1024 ** 2 }
  expect(resolveLoadLimits()).toEqual(defaults)
  expect(resolveLoadLimits({ partBytes: 1, expandedBytes: undefined })).toEqual({
    ...defaults,
    partBytes: 1,
  })
})

it.each<[unknown, string]>([
  [7, 'limits: 7 is not an object such as { partBytes: 1048576 }'],
  [
    { partBytse: 1 },
    'limits.partBytse: there is no such limit; those known are: expandedBytes, partBytes; did you mean partBytes?',
  ],
  [{ partBytes: 0 }, 'limits.partBytes: 0 is not a whole number from 1 to 134217728'],
  [{ expandedBytes: '1' }, "limits.expandedBytes: '1' is not a whole number of at least 1"],
])('refuses %j', (limits, message) => {
  const resolve = () => resolveLoadLimits(limits as LoadLimits)
  expect(resolve).toThrow(LoadOptionsError)
  expect(resolve).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', message }))
})
