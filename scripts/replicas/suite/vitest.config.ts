import { defineConfig } from 'vitest/config'

// In CI, users let a test that fails run again: its request may have been in flight when a replica was killed.
export default defineConfig({ test: { retry: 2, testTimeout: 60_000, include: ['*.test.ts'] } })
