import { expect, test } from 'vitest'
import { plainTarget } from '../../src/server/requestTarget.ts'

test.each([
  ['/metrics?a=http://b/', '/metrics?a=http://b/'],
  ['//v3/dev', '//v3/dev'],
  ['http://host:1/health?x', '/health?x'],
  ['HTTPS://host', '/'],
  ['http://host?x', '/?x'],
  ['*', '/*'],
  ['/a#b?c', '/a'],
])('%j is the path %j', (target, path) => {
  expect(plainTarget(target)).toBe(path)
})
