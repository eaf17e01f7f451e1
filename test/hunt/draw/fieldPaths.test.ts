import { expect, test } from 'vitest'
import { fieldPaths } from '../../../src/hunt/draw/fieldPaths.ts'

test.each([
  ['{"hash":"0x1","transactions":["0x2","0x3"]}', ['hash', 'transactions', 'transactions[0]']],
  ['{"a":{"b":1,"c":null},"d":true}', ['a', 'a.b', 'a.c', 'd']],
  ['[{"a":1,"logs":[{"data":"0x"}]},{"a":2,"z":3}]', ['[0].a', '[0].logs', '[0].logs[0].data']],
  ['[]', []],
  ['null', []],
  ['"0x1"', []],
])('the fields of %s', (json, paths) => {
  expect(fieldPaths(json)).toEqual(paths)
})

test('stops at the end of the value, and where the text is cut', () => {
  expect(fieldPaths('{"a":"\\"}"}, "b": 1}')).toEqual(['a'])
  expect(fieldPaths('[{"a":1,"b":{"c":"0x12')).toEqual(['[0].a', '[0].b', '[0].b.c'])
  expect(fieldPaths('[{"a":1,"b')).toEqual(['[0].a'])
})
