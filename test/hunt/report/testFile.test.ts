import { expect, test } from 'vitest'
import { huntOptionsText, testFile } from '../../../src/hunt/report/testFile.ts'

const given = {
  run: "node 'a b.mjs' {url}",
  rows: 'cat {dir}/rows',
  patience: 15,
  confirmations: 0,
}

test('repeats the options that judge a client', () => {
  expect(huntOptionsText(given)).toBe(
    `--run 'node '\\''a b.mjs'\\'' {url}' --rows 'cat {dir}/rows'`,
  )
  const more = { ...given, expect: 'logs', patience: 3, confirmations: 5 }
  expect(huntOptionsText(more)).toMatch(/ --expect 'logs' --patience 3 --confirmations 5$/)
})

test.each([
  [undefined, /confirmations: 0,\n\}/],
  ['logs', /expected: "logs",/],
  ['rows.sql', /sqlExpectation \}[\s\S]*expected: await sqlExpectation\("rows\.sql"\),/],
  ['./right', /commandExpectation, [\s\S]*expected: commandExpectation\("\.\/right"\),/],
])('writes a test of rows that are %s', (expected, code) => {
  const text = testFile('found.json', {
    ...given,
    ...(expected !== undefined && { expect: expected }),
  })
  expect(text).toMatch(code)
  expect(text).toContain("test('found.json', async () => {")
  expect(text).toContain('"run": "node \'a b.mjs\' {url}"')
})
