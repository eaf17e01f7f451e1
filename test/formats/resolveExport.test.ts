import { expect, it } from 'vitest'
import { dialectNames } from '../../src/endpoint/dialects/dialects.ts'
import { type ExportOptions, ExportOptionsError } from '../../src/formats/exportOptions.ts'
import { resolveExport } from '../../src/formats/resolveExport.ts'
import { createTestChain } from '../support/chain.ts'

const chain = await createTestChain()
const { number: head } = chain.tree.head

it('fills in defaults', () => {
  const { formats, source } = resolveExport(chain, {}, '1.0.0')
  expect(formats).toEqual(['json'])
  expect(source).toMatchObject({
    from: 0,
    to: head,
    sideBranches: true,
    accessLists: false,
    pretty: false,
    gzip: false,
  })
  expect(resolveExport(chain, { format: ['io', 'json', 'io'] }, '1.0.0').formats).toEqual([
    'io',
    'json',
  ])
})

it.each<[object, string]>([
  [{ fromat: 'json' }, 'fromat: there is no such option; those known are: format,'],
  [{ format: 'jsn' }, "format: 'jsn' is none of: json, bundle,"],
  [{ format: ['json', 'jsn'] }, "format[1]: 'jsn' is none of: json, bundle,"],
  [{ format: [] }, 'format: an empty list is not a list of at least one'],
  [
    { dialect: 'geht' },
    `dialect: 'geht' is none of: ${dialectNames.join(', ')}; did you mean geth?`,
  ],
  [{ pretty: 'yes' }, "pretty: 'yes' is none of: true, false"],
  [{ signal: {} }, 'signal: an object is not an AbortSignal'],
  [{ onProgress: true }, 'onProgress: true is not a function'],
  [{ from: -1 }, 'from: -1 is not a whole number of at least 0'],
  [{ to: head + 1 }, `to: ${head + 1} is not the number of a block from 0 to ${head}`],
  [{ from: 2, to: 1 }, `to: 1 is not the number of a block from 2 to ${head}`],
])('refuses %j', (options, message) => {
  const resolve = () => resolveExport(chain, options as ExportOptions, '1.0.0')
  expect(resolve).toThrow(ExportOptionsError)
  expect(resolve).toThrow(message)
})
