import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['./globalSetup.ts'],
    include: ['*.case.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
})
