import { defineConfig } from 'vitest/config'

const include = ['*.case.ts']

export default defineConfig({
  test: {
    globalSetup: ['./globalSetup.ts'],
    maxWorkers: 2,
    projects: [
      // It is served by the set-up of the root, and this one by its own.
      { test: { name: 'of the root', include, pool: 'forks', env: { EXPECTED_HEAD: '0x3' } } },
      {
        test: {
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
