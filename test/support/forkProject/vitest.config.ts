import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['./globalSetup.ts'],
    include: ['*.case.ts'],
    maxWorkers: 2,
    // These limits report a deadlock. The default of five seconds would report a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
