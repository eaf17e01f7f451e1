import { expect, it } from 'vitest'
import { workerOf } from '../../../src/group/supervisor/workerOf.ts'

const keys = Array.from({ length: 2000 }, (_, index) => `key-${index}`)

it.each([1, 2, 3, 8])('gives each of %d workers about as many keys', (count) => {
  const owners = keys.map((key) => workerOf(key, count))
  for (let worker = 0; worker < count; worker++) {
    const own = owners.filter((owner) => owner === worker).length
    expect(own).toBeGreaterThan((0.75 * keys.length) / count)
  }
})
