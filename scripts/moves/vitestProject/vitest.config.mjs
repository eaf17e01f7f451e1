import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['./setup.mjs'],
    include: ['*.case.mjs'],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
})
