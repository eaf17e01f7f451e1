import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'

export default defineConfig({
  // The code in the documentation imports the package by its name.
  resolve: { alias: { ommer: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    // They need a browser, and have a configuration of their own.
    exclude: ['test/browser/**'],
    // What runs the command line runs it as it is built.
    globalSetup: 'test/support/buildPackage.ts',
    setupFiles: 'test/support/fixedSeed.ts',
    // Tests do not use the cache of the person who runs them.
    env: { OMMER_NO_CACHE: '1' },
    // Vitest leaves one core idle, half of a small machine.
    maxWorkers: '100%',
    // No test changes what others import. Loading it anew for each file took a fifth of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // These limits only end what hangs: on a busy machine (`npm run test:busy`) a hook may take minutes.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    teardownTimeout: 1_800_000,
  },
})
