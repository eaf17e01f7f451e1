import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonProblem } from '../../src/yaml/jsonProblem.ts'

it.each<[text: string, offset: number, problem: string]>([
  ['{"seed":"x",}', 12, '"}" is not JSON here: want a name in double quotes'],
  ['{"seed":"x"', 11, 'the file ends here: want a comma or }'],
  ['{"seed" "x"}', 8, '"\\"" is not JSON here: want a colon'],
  ["{'seed': 1}", 1, '"\'" is not JSON here: want a name in double quotes or }'],
  ['{seed: 1}', 1, '"seed" is not JSON here: want a name in double quotes or }'],
  ['seed: x', 0, '"seed" is not JSON here: want a value'],
  ['[1,]', 3, '"]" is not JSON here: want a value'],
  ['[1 2]', 3, '"2" is not JSON here: want a comma or ]'],
  ['[,]', 1, '"," is not JSON here: want a value or ]'],
  ['{}\n{}', 3, '"{" is not JSON here: want the end of the file'],
  ['// a comment\n{}', 0, '"//" is not JSON here: want a value'],
  ['[01]', 1, '"01" is not JSON here: want a value or ]'],
  ['[0x1f]', 1, '"0x1f" is not JSON here: want a value or ]'],
  ['["a\nb"]', 3, '"\\n" is not JSON here: want the rest of a string'],
  [String.raw`["\x"]`, 2, '"\\\\" is not JSON here: want the rest of a string'],
  ['{"a', 3, 'the file ends here: want the rest of a string'],
  ['[1}', 2, '"}" is not JSON here: want a comma or ]'],
  ['', 0, 'the file ends here: want a value'],
])('finds what is wrong with %j', (text, offset, problem) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(jsonProblem(text)).toEqual({ offset, problem })
})

it('accepts what JSON.parse accepts, and nothing else', () => {
  const edits = fc.record({
    at: fc.nat(200),
    cut: fc.nat(2),
    add: fc.constantFrom('', ...'{}[],:"1 .e-\\u\n'),
  })
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false } as object), edits, (json, { at, cut, add }) => {
      const start = at % (json.length + 1)
      for (const text of [json, json.slice(0, start) + add + json.slice(start + cut)]) {
        expect(jsonProblem(text) === undefined).toBe(isJson(text))
      }
    }),
    { numRuns: 1000 },
  )
})

it('needs no stack for deep nesting', () => {
  const deep = '['.repeat(200_000)
  expect(jsonProblem(deep + ']'.repeat(200_000))).toBeUndefined()
  expect(jsonProblem(deep)).toMatchObject({ offset: 200_000 })
  expect(jsonProblem(`"${'x'.repeat(4_000_000)}"`)).toBeUndefined()
  expect(jsonProblem(`"${String.raw`\n`.repeat(1_000_000)}"`)).toBeUndefined()
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
