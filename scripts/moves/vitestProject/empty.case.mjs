import { test } from 'vitest'
import { reportTime, TESTS } from './reportTime.mjs'

reportTime('empty')
for (let number = 1; number <= TESTS; number++) test(`is empty, ${number}`, async () => {})
