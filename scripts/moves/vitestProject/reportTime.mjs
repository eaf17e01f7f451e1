import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'

/** How many tests a file has. */
export const TESTS = 200

/** Appends the milliseconds that a test of this file takes to the file of which `FIGURES` is the path. */
export function reportTime(name) {
  let start = 0
  beforeAll(() => {
    start = performance.now()
  })
  afterAll(() => {
    const milliseconds = (performance.now() - start) / TESTS
    appendFileSync(process.env.FIGURES, `${JSON.stringify({ name, milliseconds })}\n`)
  })
}
