import { expect, test } from 'vitest'
import { huntOptionsText, testFile } from '../../../src/hunt/report/testFile.ts'

const given = {
  run: "node 'a b.mjs' {url}",
  rows: 'cat {dir}/rows',
  patience: 15,
  confirmations: 0,
}

test('repeats the options that judge a client', () => {
  expect(huntOptionsText(given, 'linux')).toBe(
    `--run 'node '\\''a b.mjs'\\'' {url}' --rows 'cat {dir}/rows'`,
  )
  const more = { ...given, expect: 'logs', patience: 3, confirmations: 5 }
  expect(huntOptionsText(more, 'linux')).toMatch(/ --expect 'logs' --patience 3 --confirmations 5$/)
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

test('the options of a hunt are in the quotes of Windows there', () => {
  const commands = { run: 'node "C:\\my client\\main.js"', rows: 'type rows.json' }
  const text = huntOptionsText({ ...commands, patience: 15, confirmations: 0 }, 'win32')
  expect(text).toBe(String.raw`--run "node \"C:\my client\main.js\"" --rows "type rows.json"`)
})
