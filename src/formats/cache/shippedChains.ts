import { fileURLToPath } from 'node:url'

/**
 * The folder of the chains that the package brings along: those that the command line serves by default, so that a first
 * start need not generate them. It exists only in the built package (`scripts/build/shippedChains.ts`).
 */
export const shippedChains = fileURLToPath(new URL('chains', import.meta.url))
