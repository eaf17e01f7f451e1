import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'
import { findBrowser, NO_BROWSER } from './findBrowser.ts'

// Runs the tests in test/browser in a Chromium of this machine. `npm run test:browser -- wagmi` runs only one file.

if (findBrowser() === undefined) {
  console.log(`test:browser: skipped, ${NO_BROWSER}`)
} else {
  const config = fileURLToPath(new URL('../../test/browser/vitest.config.ts', import.meta.url))
  // It sets the exit code itself.
  const vitest = await startVitest('test', process.argv.slice(2), { config, watch: false })
  await vitest.close()
}
