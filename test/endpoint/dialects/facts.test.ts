import { expect, test } from 'vitest'
import type { Dialect } from '../../../src/endpoint/dialects/dialect.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { type ErrorKind, errorKinds } from '../../../src/endpoint/dialects/errorKinds.ts'
import type { Sourced } from '../../../src/endpoint/dialects/facts.ts'

/** A repository with a commit, file or issue; or a document. */
const SOURCE = /^[\w.-]+\/[\w.-]+(?:@[0-9a-f]{7,}|#\d+| \S)|^[\w.-]+\.(?:com|io|org)\//

/** Values that the code knows which finds an error of a kind; the others are groups of the kind. */
const known: Readonly<Partial<Record<ErrorKind, readonly string[]>>> = {
  rangeTooLarge: ['first', 'last'],
  tooManyLogs: ['first', 'last'],
  rangeAboveHead: ['requested', 'head'],
  reversedRange: ['from', 'to'],
  stateAboveHead: ['block', 'head'],
  stateOfUnknownHash: ['hash', 'canonical'],
  notCanonical: ['hash', 'canonical'],
  logsOfUnknownBlock: ['hash'],
  missingState: ['block'],
  outOfGas: ['gas'],
  wrongArgument: ['parameter'],
}

/** Every fact of a dialect, by its name. */
function factsOf({ facts: { words = {}, unknown, parameters, ...others } }: Dialect) {
  return [...Object.entries(words), ...Object.entries(others)] as [string, Sourced][]
}

test.each(Object.values(dialects))('each fact of $name says where it was read', (dialect) => {
  const without = factsOf(dialect).filter(([, { source }]) => !SOURCE.test(source))
  expect(without.map(([name]) => name)).toEqual([])
})

test.each(Object.values(dialects))(
  'the messages of $name have only values that exist',
  (dialect) => {
    const missing = Object.entries(dialect.facts.words ?? {}).flatMap(([kind, { message }]) => {
      const names = [...message.matchAll(/\{(\w+)/g)].map(([, name]) => name as string)
      const groups = [...errorKinds[kind as ErrorKind].source.matchAll(/\(\?<(\w+)>/g)]
      const values = [...groups.map(([, name]) => name), ...(known[kind as ErrorKind] ?? [])]
      return names.filter((name) => !values.includes(name)).map((name) => `${kind}: ${name}`)
    })
    expect(missing).toEqual([])
  },
)

test('what no source shows is listed', () => {
  const silent = Object.values(dialects).filter(
    ({ name, facts }) => !['infura', 'geth', 'anvil'].includes(name) && facts.unknown.length === 0,
  )
  expect(silent).toEqual([])
})
