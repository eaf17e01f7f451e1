import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// What runs in a real browser: `npm run test:browser`.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/browser/**/*.test.ts'],
    // The tests start the command line as it is built.
    globalSetup: 'test/support/buildPackage.ts',
    env: { OMMER_NO_CACHE: '1' },
    // Each file has a browser of its own, which uses several processes.
    fileParallelism: false,
    // These limits only end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
  },
})
