import { defineConfig } from 'vitest/config'

const include = ['*.case.ts']

// These limits report a deadlock. The default of five seconds would report a busy machine.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    globalSetup: ['./globalSetup.ts'],
    maxWorkers: 2,
    projects: [
      // The set-up of the root serves this project, and its own set-up serves the other.
      {
        test: {
          ...limits,
          name: 'of the root',
          include,
          pool: 'forks',
          env: { EXPECTED_HEAD: '0x3' },
        },
      },
      {
        test: {
          ...limits,
          name: 'by itself',
          include: ['one.case.ts'],
          pool: 'threads',
          globalSetup: ['./ownSetup.ts'],
          env: { EXPECTED_HEAD: '0x5' },
        },
      },
    ],
  },
})
