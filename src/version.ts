import { readFileSync } from 'node:fs'

const packageJson = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

/** The version of this package. In a bundle it is a constant (`scripts/build/builtConstants.ts`). */
export const version: string = JSON.parse(packageJson).version
