import { expect, it } from 'vitest'
import { Child } from '../../scripts/bench/child.ts'

it('keeps 10,000 endpoints, each with a head and a branch of its own, in under 2 KB each', async () => {
  const child = new Child(new URL('../support/children/endpoints.ts', import.meta.url), {
    nodeOptions: ['--expose-gc'],
  })
  try {
    const { bytes, microseconds } = await child.do<{ bytes: number; microseconds: number }>(
      'cost',
      10_000,
    )
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(2048)
    expect(microseconds).toBeLessThan(1000)
  } finally {
    await child.stop()
  }
})
